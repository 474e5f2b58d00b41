import { chainErrorCounts, chainErrors } from "../../../../resources/operator/chain-errors.ts";
import { resourceRoutes } from "../resource-routes.ts";
import { route, type Route } from "../route.ts";
import { countChainErrors, findChainError, listChainErrors } from "./operator.ts";

/** Operator routes for browser reports. Sending a report is a call of deposits. */
export const chainReportRoutes = (): Route[] => [
  ...resourceRoutes(chainErrors, {
    list: ({ db, query }) => listChainErrors(db, query),
    show: ({ db, params }) => findChainError(db, params.id),
  }),
  route(chainErrorCounts, async ({ db }) => ({ items: await countChainErrors(db) })),
];
