import type { RoutePlan } from "../framework/derive/routes.ts";
import { declared, writtenPage, type PageModule } from "./registry.ts";

/** Loads a screen's code: the hand-written file, or the generated page for that verb. */
export const loadPage = async ({ file, handle }: RoutePlan): Promise<PageModule> => {
  const load = writtenPage(file);
  if (load) return load();
  if (handle.kind === "page") throw new Error(`pages/${file}.tsx does not exist.`);
  const resource = declared.resources.find(({ name }) => name === handle.resource)!;
  const { generatedPage } = await import("../framework/pages/generated-page.ts");
  return generatedPage(resource, handle.verb);
};
