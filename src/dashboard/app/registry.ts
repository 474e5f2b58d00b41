/** The registry of this build, limited to screens that exist. */
import { pages, resources } from "../../../resources/index.ts";
import { config } from "../api/config.ts";
import { planRoutes } from "../framework/derive/routes.ts";

export const declared = { resources, pages };

export interface PageModule {
  readonly Component: () => React.ReactNode;
}

/** Hand-written screens: pages/<resource>/<verb>.tsx and pages/<page>/page.tsx. */
const written = import.meta.glob<PageModule>("../pages/*/{list,show,create,edit,page}.tsx");
const byFile = new Map(Object.entries(written).map(([path, load]) => [fileOf(path), load]));

/** Returns the hand-written screen of a route, if there is one. */
export const writtenPage = (file: string): (() => Promise<PageModule>) | undefined => byFile.get(file);

/** Returns whether a screen exists: a resource's can always be generated, a page must be written. */
export const exists = (file: string): boolean => !file.endsWith("/page") || byFile.has(file);

const developmentFiles = new Set(pages.filter(({ development }) => development).map(({ name }) => `${name}/page`));

/** Returns whether a screen exists on this server: development pages only where the server offers them. */
export const existsHere = (file: string): boolean =>
  exists(file) && (config.get().features.development || !developmentFiles.has(file));

/** Every route with a screen. */
export const plans = planRoutes(declared).filter(({ file }) => exists(file));

function fileOf(path: string): string {
  return path.slice("../pages/".length, -".tsx".length);
}
