import { contact } from "../account/contact.module.ts";
import { miniApp } from "../account/mini-app.module.ts";
import { people } from "../account/people.module.ts";
import { ledger } from "../billing/ledger.module.ts";
import { meter } from "../billing/meter.module.ts";
import { hosting } from "../hosting/deployments.module.ts";
import { defineModule } from "../kernel/module.ts";
import { createSecretBox } from "../kernel/secret-box.ts";
import { createBoost, partnerHostOf } from "./service.ts";
import { sealedTaskSecrets } from "./tasks/answers.ts";

export const boost = defineModule({
  name: "boost",
  needs: { people, contact, miniApp, ledger, meter, hosting },
  create: ({ engines, config, log, wake, dashboardUrl }, { people, contact, miniApp, ledger, meter, hosting }) => {
    const { auth, teams } = people;
    const { isActivated, hasDeposited, since } = meter.standing;
    // Anyone can activate and deposit any number of accounts with test coins, so there only active days count.
    const qualifiedSince: typeof since = engines.evm.embedded ? async () => new Map() : since;
    const boost = createBoost({
      engines,
      ledger,
      auth,
      teams,
      ...miniApp,
      records: { isActivated, hasDeposited, qualifiedSince, projects: hosting.ofTeam },
      notices: contact.notices,
      box: createSecretBox(config),
      partnerHost: partnerHostOf(config),
      log,
      dashboardUrl,
      wake,
    });
    return {
      api: boost,
      routes: boost.routes,
      duties: boost.duties,
      sealed: [sealedTaskSecrets],
      close: () => boost.close(),
    };
  },
});
