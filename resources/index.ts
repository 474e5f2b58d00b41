/** The registry: resources in menu order, and pages. Further calls stand in calls.ts, which no screen has to load whole. */
import type { Page, Resource } from "./define.ts";
import { authTokens } from "./hosting/auth-tokens.ts";
import { deployments } from "./hosting/deployments.ts";
import { domains } from "./hosting/domains.ts";
import { projects } from "./hosting/projects.ts";
import { pages as declaredPages } from "./pages.ts";

export const resources: readonly Resource[] = [projects, deployments, domains, authTokens] as readonly Resource[];
export const pages: readonly Page[] = declaredPages;
