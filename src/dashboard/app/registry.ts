/** The screens of this build. Pages are in the first load; the resources follow with the shell: see resource-screens.ts. */
import type { Page, Resource } from "../../../resources/declare/define.ts";
import { pages } from "../../../resources/pages.ts";
import { config } from "../api/config.ts";
import { planRoutes, type RoutePlan } from "../framework/derive/routes.ts";

/** What is declared. Without resources until a screen behind sign-in is opened. */
export const declared: { resources: readonly Resource[]; readonly pages: readonly Page[] } = { resources: [], pages };

/** Returns the path of a resource's list, without the declaration, which is loaded with its screens. */
export const listPath = (resource: string): string =>
  declared.resources.find(({ name }) => name === resource)!.routes.list!;

export interface PageModule {
  readonly Component: () => React.ReactNode;
}

/** <capability>/<page>/page.tsx. */
const written = import.meta.glob<PageModule>("../*/*/page.tsx");
const byFile = new Map(Object.entries(written).map(([path, load]) => [fileOf(path), load]));

/** Returns whether a screen exists: a resource's can always be generated, a page must be written. */
export const exists = (file: string): boolean => !file.endsWith("/page") || byFile.has(file);

/** Returns whether a screen exists on this server: development pages only where the server offers them. */
export const existsHere = (file: string): boolean =>
  exists(file) &&
  (config.get().features.development ||
    !declared.pages.some(({ name, development }) => development && file === `${name}/page`));

/** The routes of pages. */
export const pagePlans = planRoutes({ resources: [], pages }).filter(({ file }) => exists(file));

/** Loads a page's code. */
export const loadPage = async ({ file }: RoutePlan): Promise<PageModule> => byFile.get(file)!();

/** Returns "projects/list" for "../hosting/projects/list.tsx". */
export function fileOf(path: string): string {
  return path.replace(/^\.\.\/\w+\/|\.tsx$/g, "");
}
