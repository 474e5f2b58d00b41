/** How LAND is received: deposits, purchases and vouchers. */
import { contact } from "../account/contact.module.ts";
import { people } from "../account/people.module.ts";
import { createChainReports } from "../chains/reports/service.ts";
import { chainEvents } from "../chains/watch.module.ts";
import { defineModule } from "../kernel/module.ts";
import { depositRoutes } from "./deposits/routes.ts";
import { createDeposits } from "./deposits/service.ts";
import { ledger } from "./ledger.module.ts";
import { meter } from "./meter.module.ts";
import { voucherRoutes } from "./vouchers/routes.ts";

export const deposits = defineModule({
  name: "billing.deposits",
  needs: { people, contact, meter, ledger, chainEvents },
  create: ({ engines: { evm, realtime } }, { people, contact: { notices }, meter, ledger, chainEvents }) => {
    const { auth, teams } = people;
    const shared = { evm, realtime, ledger, chainEvents, auth, teams, notices, allowance: meter.allowance };
    const deposits = createDeposits(shared);
    return {
      api: deposits,
      routes: [
        ...depositRoutes({ deposits, ledger, chainEvents, reports: createChainReports() }),
        ...voucherRoutes(shared),
      ],
    };
  },
});
