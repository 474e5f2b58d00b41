/** The ledger of LAND and points, and its audit. */
import { contact } from "../account/contact.module.ts";
import { people } from "../account/people.module.ts";
import { defineModule } from "../kernel/module.ts";
import { ledgerAuditRoutes } from "./audit/routes.ts";
import { createLedgerAudit } from "./audit/service.ts";
import { createLedger } from "./ledger/create-ledger.ts";

export const ledger = defineModule({
  name: "billing.ledger",
  needs: { people, contact },
  create: ({ engines, log }, { people: { auth }, contact: { notices } }) => {
    const audit = createLedgerAudit({ engines, log, auth, notices });
    return {
      api: createLedger(),
      routes: ledgerAuditRoutes(audit),
      jobs: [audit],
      duties: audit.duties,
    };
  },
});
