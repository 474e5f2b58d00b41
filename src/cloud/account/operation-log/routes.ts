import {
  exportOperations as exportCall,
  operationUsers,
} from "../../../../resources/account/operation-log/operation-calls.ts";
import { operationLog } from "../../../../resources/account/operation-log/operation-log.ts";
import { resourceRoutes } from "../../kernel/calls/resource-routes.ts";
import { fileRoute, route, type Route } from "../../kernel/calls/route.ts";
import { exportOperations, listOperations, listUsers } from "./service.ts";

/** The operation log's list, its users and its export. */
export const operationLogRoutes = (): Route[] => [
  ...resourceRoutes(operationLog, {
    list: ({ db, caller, query }) => listOperations(db, caller.teamId, query),
  }),
  route(operationUsers, async ({ db, caller }) => ({ items: await listUsers(db, caller.teamId) })),
  fileRoute(exportCall, ({ db, caller, query }) => exportOperations(db, caller.teamId, query)),
];
