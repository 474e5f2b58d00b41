import type { Resource } from "../../../resources/define.ts";
import type { RoutePlan } from "../framework/derive/routes.ts";
import { firstResources } from "../../../resources/index.ts";
import { writtenPage, type PageModule } from "./registry.ts";

/** Loads a screen's code: the hand-written file, or the generated page for that action. */
export const loadPage = async ({ file, handle }: RoutePlan): Promise<PageModule> => {
  const load = writtenPage(file);
  if (load) return load();
  if (handle.kind === "page") throw new Error(`pages/${file}.tsx does not exist.`);
  const { generatedPage } = await import("../framework/pages/generated-page.ts");
  return generatedPage(await wholeResource(handle.resource), handle.verb);
};

/**
 * Returns the full declaration. A built dashboard's registry holds only the faces of most resources; see
 * build/resource-faces.ts.
 */
const wholeResource = async (name: string): Promise<Resource> => {
  const isRequested = (resource: Resource): boolean => resource.name === name;
  const first = firstResources.find(isRequested);
  if (first) return first;
  const [{ operatorResources }, { serviceResources }] = await Promise.all([
    import("../../../resources/operators.ts"),
    import("../../../resources/services.ts"),
  ]);
  return [...operatorResources, ...serviceResources].find(isRequested)!;
};
