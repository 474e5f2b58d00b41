/**
 * Resources and their screens, loaded with the first screen behind sign-in. A new resource adds nothing to the public
 * entry.
 */
import { resources as own } from "../../../resources/index.ts";
import { config } from "../api/config.ts";
import { provideInstalled } from "../framework/data/part-resources.ts";
import { wholeResource } from "../framework/data/whole-resource.ts";
import { planRoutes, type RoutePlan } from "../framework/derive/routes.ts";
import { reloadWithoutPrompt } from "./session/go.ts";
import { declared, fileOf, loadPage, pagePlans, type PageModule } from "./registry.ts";

/** Resources of modules that the operator has installed. */
const installed = config.get().resources ?? [];
provideInstalled(installed);
const resources = [...own, ...installed];
declared.resources = resources;

/** Storage key of the mark that this tab was reloaded for other modules: at most once, because processes may differ during an upgrade. */
const storageKey = "reloadedForModules";

// This visit started with the configuration of the last one.
config.subscribe(() => {
  if (JSON.stringify(config.get().resources ?? []) === JSON.stringify(installed)) return;
  if (sessionStorage.getItem(storageKey)) return;
  sessionStorage.setItem(storageKey, "true");
  reloadWithoutPrompt();
});

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
