/**
 * Resources and their screens, loaded with the first screen behind sign-in. A new resource adds nothing to the public
 * entry.
 */
import { resources } from "../../../resources/index.ts";
import { wholeResource } from "../framework/data/whole-resource.ts";
import { planRoutes, type RoutePlan } from "../framework/derive/routes.ts";
import { declared, fileOf, loadPage, pagePlans, type PageModule } from "./registry.ts";

declared.resources = resources;

/** Hand-written screens: <capability>/<resource>/<verb>.tsx. */
const written = import.meta.glob<PageModule>("../*/*/{list,show,create,edit}.tsx");
const byFile = new Map(Object.entries(written).map(([path, load]) => [fileOf(path), load]));

/** The routes of resources. */
export const resourcePlans = planRoutes({ resources, pages: [] });

/** Every route with a screen. */
export const plans = [...resourcePlans, ...pagePlans];

/** Loads a screen's code: the hand-written file, or the generated page for that action. */
export const loadScreen = async (plan: RoutePlan): Promise<PageModule> => {
  const { file, handle } = plan;
  if (handle.kind === "page") return loadPage(plan);
  const load = byFile.get(file);
  if (load) return load();
  const { generatedPage } = await import("../framework/pages/generated-page.ts");
  return generatedPage(await wholeResource(handle.resource), handle.verb);
};
