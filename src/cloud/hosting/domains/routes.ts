import { redirectDomain, verifyDomain } from "../../../../resources/hosting/domains/domain-calls.ts";
import { domains as resource } from "../../../../resources/hosting/domains/domains.ts";
import { resourceRoutes } from "../../kernel/calls/resource-routes.ts";
import { route, type Route } from "../../kernel/calls/route.ts";
import type { Domains } from "./service.ts";

/** Routes of the domains resource. */
export const domainRoutes = (domains: Domains): Route[] => [
  ...resourceRoutes(resource, {
    list: ({ db, caller, query }) => domains.list(db, caller.teamId, query as Parameters<Domains["list"]>[2]),
    show: ({ db, caller, params }) => domains.find(db, caller.teamId, params.domainId),
    create: async ({ db, caller, body, afterCommit }) => {
      const rows = await domains.create(db, caller.teamId, body);
      afterCommit(domains.changed);
      const domainIds = rows.map(({ domainId }) => domainId);
      return { domainId: domainIds[0]!, domainIds };
    },
    delete: async ({ db, caller, params, afterCommit, logged }) => {
      logged({ target: (await domains.find(db, caller.teamId, params.domainId)).domain });
      await domains.remove(db, caller.teamId, params.domainId);
      afterCommit(domains.changed);
      return null;
    },
  }),
  route(verifyDomain, async ({ db, caller, params, logged }) => {
    logged({ target: (await domains.find(db, caller.teamId, params.domainId)).domain });
    return domains.verify(caller.teamId, params.domainId);
  }),
  route(redirectDomain, async ({ db, caller, params, body, afterCommit, logged }) => {
    logged({ target: (await domains.find(db, caller.teamId, params.domainId)).domain });
    await domains.redirect(db, caller.teamId, params.domainId, body);
    afterCommit(domains.changed);
    return null;
  }),
];
