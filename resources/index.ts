/** The registry: resources in menu order, and pages. Further calls stand in calls.ts, which no screen has to load whole. */
import type { Page, Resource } from "./define.ts";
import { projects } from "./hosting/projects.ts";
import { operatorResources } from "./operators.ts";
import { pages as declaredPages } from "./pages.ts";
import { serviceResources } from "./services.ts";

/** Those of the screen that most people come for: whole in the first load, where all others are only names and places. */
export const firstResources = [projects] as readonly Resource[];
export const resources: readonly Resource[] = [...firstResources, ...serviceResources, ...operatorResources];
export const pages: readonly Page[] = declaredPages;
