/** The end of accounts: deletion, merging and binding, with everything that a team has. */
import { mergeVouchers } from "../billing/vouchers/service.ts";
import { ledger } from "../billing/ledger.module.ts";
import { meter } from "../billing/meter.module.ts";
import { gateways } from "../gateway/dedicated.module.ts";
import { ipns } from "../gateway/names.module.ts";
import { codeHosts } from "../hosting/code-host.module.ts";
import { hosting } from "../hosting/deployments.module.ts";
import { names } from "../hosting/names.module.ts";
import { repositories } from "../hosting/repositories.module.ts";
import { uploads } from "../hosting/uploads.module.ts";
import { defineModule } from "../kernel/module.ts";
import { raas } from "../raas/raas.module.ts";
import { buckets } from "../storage/buckets.module.ts";
import { contentOwners } from "../storage/content-owners.module.ts";
import { pinning } from "../storage/pinning.module.ts";
import { bindRoutes } from "./accounts/bind-routes.ts";
import { mergeRoutes } from "./accounts/merge-routes.ts";
import { accountEndRoutes } from "./accounts/routes.ts";
import { createAccounts } from "./accounts/service.ts";
import { contact } from "./contact.module.ts";
import { people } from "./people.module.ts";

const owners = { hosting, contentOwners, pinning, ipns, gateways, raas, repositories, uploads };

export const accounts = defineModule({
  name: "account.accounts",
  needs: { people, contact, meter, ledger, codeHosts, names, storage: buckets, ...owners },
  create: (
    { engines, config },
    { people, contact, meter, ledger, codeHosts, names: { domains }, storage, ...owned },
  ) => {
    const { realtime } = engines;
    const { buckets } = storage;
    const { auth, teams, tokens } = people;
    const { notices } = contact;
    const { allowance } = meter;
    const accounts = createAccounts({ engines, allowance, auth, teams, tokens, notices, buckets, domains, ...owned });
    return {
      api: accounts,
      routes: [
        ...accountEndRoutes(accounts, auth),
        ...mergeRoutes({ accounts, auth, teams, notices, ledger, allowance, mergeVouchers }),
        ...bindRoutes({ accounts, auth, codeHosts, teams, realtime, publicUrl: config.PUBLIC_URL }),
      ],
      jobs: [accounts],
    };
  },
});
