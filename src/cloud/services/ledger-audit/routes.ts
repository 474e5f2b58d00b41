import { ledgerReport } from "../../../../resources/operator/ledger.ts";
import { route, type Route } from "../route.ts";
import type { LedgerAudit } from "./service.ts";

/** The ledger, recomputed for an operator. */
export const ledgerAuditRoutes = (ledgerAudit: Pick<LedgerAudit, "read">): Route[] => [
  route(ledgerReport, ({ db }) => ledgerAudit.read(db)),
];
