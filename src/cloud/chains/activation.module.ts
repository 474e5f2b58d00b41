/** What a new wallet needs: test coins, and the activation of its account. */
import { contact } from "../account/contact.module.ts";
import { miniApp } from "../account/mini-app.module.ts";
import { people } from "../account/people.module.ts";
import { meter } from "../billing/meter.module.ts";
import { defineModule } from "../kernel/module.ts";
import { activationRoutes } from "./activation/routes.ts";
import { createActivation } from "./activation/service.ts";
import { faucetRoutes, tonFaucetRoutes } from "./faucet/routes.ts";
import { chainEvents } from "./watch.module.ts";
import { zkSyncActivationRoutes } from "./zksync-activation/routes.ts";
import { createZkSyncActivation } from "./zksync-activation/service.ts";

export const activation = defineModule({
  name: "chains.activation",
  needs: { people, contact, miniApp, meter, chainEvents },
  create: (
    { engines, log },
    { people: { auth, teams }, contact: { notices }, miniApp: { miniPayments }, meter: { allowance }, chainEvents },
  ) => {
    const { evm, ton, zkSyncLite, realtime } = engines;
    const shared = { auth, teams, notices, allowance, chainEvents };
    const activation = createActivation({ evm, realtime, ...shared });
    const zkSyncActivation = createZkSyncActivation({ engines, activation, log, ...shared });
    return {
      api: activation,
      routes: [
        ...activationRoutes({ activation, chainEvents }),
        ...zkSyncActivationRoutes(zkSyncActivation),
        ...faucetRoutes(evm, zkSyncLite.faucet),
        ...tonFaucetRoutes(miniPayments.offers("TON") ? ton : { faucet: undefined }),
      ],
      jobs: [zkSyncActivation],
    };
  },
});
