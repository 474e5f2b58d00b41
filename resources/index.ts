/** The registry: everything the product is, in menu order. */
import { documentCalls } from "./cloud/documents.ts";
import { cloudCalls } from "./cloud/overview.ts";
import { sessionCalls } from "./account/session.ts";
import { teamCalls } from "./account/teams.ts";
import { codeHostCalls } from "./hosting/code-host.ts";
import type { CallSpec, Page, Resource } from "./define.ts";
import { authTokenCalls, authTokens } from "./hosting/auth-tokens.ts";
import { deploymentCalls, deployments } from "./hosting/deployments.ts";
import { domainCalls, domains } from "./hosting/domains.ts";
import { hookCalls } from "./hosting/hooks.ts";
import { openCalls } from "./hosting/open-api.ts";
import { projectCalls, projects } from "./hosting/projects.ts";
import { repositoryCalls } from "./hosting/repositories.ts";
import { templateCalls } from "./hosting/templates.ts";
import { uploadCalls } from "./hosting/uploads.ts";
import { pages as declaredPages } from "./pages.ts";

export const resources: readonly Resource[] = [projects, deployments, domains, authTokens] as readonly Resource[];
export const pages: readonly Page[] = declaredPages;
export const calls: readonly CallSpec[] = [
  ...sessionCalls,
  ...teamCalls,
  ...cloudCalls,
  ...documentCalls,
  ...projectCalls,
  ...deploymentCalls,
  ...domainCalls,
  ...hookCalls,
  ...uploadCalls,
  ...authTokenCalls,
  ...openCalls,
  ...repositoryCalls,
  ...codeHostCalls,
  ...templateCalls,
];

const byName = new Map(resources.map((resource) => [resource.name, resource]));

/** The resource of that name. Throws on a name that is not declared: a mistake of ours, never of a user. */
export const resourceNamed = (name: string): Resource => {
  const resource = byName.get(name);
  if (!resource) throw new Error(`No resource is declared as "${name}".`);
  return resource;
};
