/** The registry: resources in menu order, and pages. Other calls are in calls.ts, which no screen loads whole. */
import type { Page, Resource } from "./declare/define.ts";
import { projects } from "./hosting/projects.ts";
import { operatorResources } from "./operators.ts";
import { partResources } from "./parts.ts";
import { pages as declaredPages } from "./pages.ts";
import { serviceResources } from "./services.ts";

/** Resources of the first screen: complete in the first load, which has only names and routes of all others. */
export const firstResources = [projects] as readonly Resource[];
export const resources: readonly Resource[] = [
  ...firstResources,
  ...serviceResources,
  ...operatorResources,
  ...partResources,
];
export const pages: readonly Page[] = declaredPages;
