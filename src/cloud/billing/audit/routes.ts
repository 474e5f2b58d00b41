import { ledgerReport } from "../../../../resources/operator/ledger.ts";
import { route, type Route } from "../../kernel/calls/route.ts";
import type { LedgerAudit } from "./service.ts";

/** Route for the ledger audit. */
export const ledgerAuditRoutes = (ledgerAudit: Pick<LedgerAudit, "read">): Route[] => [
  route(ledgerReport, ({ db }) => ledgerAudit.read(db)),
];
