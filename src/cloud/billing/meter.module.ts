/** Counts usage, and what packages, LAND and a team's standing allow. */
import { defineModule } from "../kernel/module.ts";
import { allowanceUsed } from "./events.ts";
import { cappedSites } from "./has-traffic.ts";
import { createAllowance } from "./ledger/allowance.ts";
import { createOutcomes } from "./ledger/usage/outcomes.ts";
import { createUsage } from "./ledger/usage/usage.ts";
import { createStanding } from "./standing/service.ts";

export const meter = defineModule({
  name: "billing.meter",
  create: ({ engines, events }) => {
    const usage = createUsage(engines.database, (teamId) => void events.tell(allowanceUsed, { teamId }));
    const outcomes = createOutcomes(engines.database);
    const allowance = createAllowance(usage);
    const isCapped = cappedSites(engines.database.db, allowance);
    return {
      api: { usage, outcomes, allowance, isCapped, standing: createStanding(engines.database) },
      duties: [...usage.duties, ...outcomes.duties],
      close: async () => void (await Promise.all([usage.flush(), outcomes.flush()])),
    };
  },
});
