/** Charges usage by the hour, notifies teams that cannot pay, and shows bills. */
import { accounts } from "../account/accounts.module.ts";
import { contact } from "../account/contact.module.ts";
import { notify } from "../account/notify.module.ts";
import { defineModule } from "../kernel/module.ts";
import { arweave } from "../storage/arweave.module.ts";
import { dunningRoutes } from "./dunning/routes.ts";
import { createDunning } from "./dunning/service.ts";
import { ledger } from "./ledger.module.ts";
import { meter } from "./meter.module.ts";
import { billingRoutes } from "./overview/routes.ts";
import { createSettlement } from "./settlement/service.ts";
import { billAnalyticsRoutes } from "./statements/routes.ts";
import { createBillAnalytics } from "./statements/service.ts";

export const settlement = defineModule({
  name: "billing.settlement",
  needs: { accounts, contact, notify, meter, ledger, arweave },
  create: (
    { engines, log, dashboardUrl },
    { accounts: { purge }, contact: { notices }, notify: { alerts }, meter, ledger, arweave },
  ) => {
    const dunning = createDunning({ engines, notices, alerts, log, dashboardUrl });
    const onNoted = () => Promise.all([dunning.notify(), arweave.price.keep()]);
    const settlement = createSettlement({ engines, ledger, onNoted, log, ...meter });
    return {
      routes: [
        ...dunningRoutes({ purge, notices }),
        ...billingRoutes({ alerts, ...meter }),
        ...billAnalyticsRoutes(createBillAnalytics(meter)),
      ],
      jobs: [settlement],
      duties: [...dunning.duties, ...settlement.duties],
    };
  },
});
