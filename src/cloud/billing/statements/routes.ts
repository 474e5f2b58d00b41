import { appAnalytics, billUsage, landUsedAnalytics } from "../../../../resources/billing/analytics-calls.ts";
import {
  billStatement,
  exportMonths,
  exportStatement,
  exportTransactions,
  months,
  transactions,
} from "../../../../resources/billing/record-calls.ts";
import { resourceRoutes } from "../../kernel/calls/resource-routes.ts";
import { fileRoute, route, type Route } from "../../kernel/calls/route.ts";
import type { BillAnalytics } from "./service.ts";

/** Records of the caller's team only. */
export const billAnalyticsRoutes = (bills: BillAnalytics): Route[] => [
  route(appAnalytics, ({ db, caller, query }) => bills.appUse(db, caller.teamId, query.resourceType)),
  route(landUsedAnalytics, ({ db, caller, query }) => bills.landUsed(db, caller.teamId, query)),
  route(billUsage, ({ db, caller, query }) => bills.usage(db, caller.teamId, query)),
  ...resourceRoutes(months, { list: ({ db, caller, query }) => bills.months(db, caller.teamId, query) }),
  ...resourceRoutes(transactions, { list: ({ db, caller, query }) => bills.transactions(db, caller.teamId, query) }),
  route(billStatement, ({ db, caller, query }) => bills.statement(db, caller.teamId, query.month)),
  fileRoute(exportMonths, ({ db, caller }) => bills.monthLines(db, caller.teamId)),
  fileRoute(exportTransactions, ({ db, caller, query }) => bills.transactionLines(db, caller.teamId, query)),
  fileRoute(exportStatement, ({ db, caller, query }) => bills.statementLines(db, caller.teamId, query.month)),
];
