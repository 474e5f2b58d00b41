/** The registry: resources in menu order, and pages. Further calls stand in calls.ts, which no screen has to load whole. */
import type { Page, Resource } from "./define.ts";
import { authTokens } from "./hosting/auth-tokens.ts";
import { deployments } from "./hosting/deployments.ts";
import { domains } from "./hosting/domains.ts";
import { projects } from "./hosting/projects.ts";
import { pages as declaredPages } from "./pages.ts";

export const resources: readonly Resource[] = [projects, deployments, domains, authTokens] as readonly Resource[];
export const pages: readonly Page[] = declaredPages;

const byName = new Map(resources.map((resource) => [resource.name, resource]));

/** The resource of that name. Throws on a name that is not declared: a mistake of ours, never of a user. */
export const resourceNamed = (name: string): Resource => {
  const resource = byName.get(name);
  if (!resource) throw new Error(`No resource is declared as "${name}".`);
  return resource;
};
