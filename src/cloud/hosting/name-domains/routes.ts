import { nameDomains, verifyNameDomain } from "../../../../resources/hosting/domains/name-services.ts";
import { resourceRoutes } from "../../kernel/calls/resource-routes.ts";
import { inPhases, route, type Route } from "../../kernel/calls/route.ts";
import type { NameDomains } from "./service.ts";

export const nameDomainRoutes = (names: NameDomains): Route[] => [
  ...resourceRoutes(nameDomains, {
    list: async ({ db, caller, query }) => ({
      items: await names.list(db, caller.teamId, query.projectId),
      connected: names.connected(),
    }),
    create: async ({ db, caller, body, logged }) => {
      logged({ target: body.domain });
      return { id: await names.create(db, caller.teamId, body) };
    },
    edit: async ({ db, caller, params, body, logged }) => {
      logged({ target: (await names.find(db, caller.teamId, params.id)).domain });
      await names.edit(db, caller.teamId, params.id, body.content);
      return null;
    },
    delete: async ({ db, caller, params, logged }) => {
      logged({ target: (await names.find(db, caller.teamId, params.id)).domain });
      await names.remove(db, caller.teamId, params.id);
      return null;
    },
  }),
  route(
    verifyNameDomain,
    inPhases({
      prepare: ({ db, caller, params }) => names.lookAt(db, caller.teamId, params.id),
      write: ({ db, caller, params }, looked) => names.keep(db, caller.teamId, params.id, looked),
    }),
  ),
];
