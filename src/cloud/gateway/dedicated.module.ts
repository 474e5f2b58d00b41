import { people } from "../account/people.module.ts";
import { meter } from "../billing/meter.module.ts";
import { names } from "../hosting/names.module.ts";
import { defineModule } from "../kernel/module.ts";
import { contentOwners } from "../storage/content-owners.module.ts";
import { gatewayRoutes } from "./dedicated/routes.ts";
import { createGateways } from "./dedicated/service.ts";
import { gateway } from "./serve.module.ts";

export const gateways = defineModule({
  name: "gateway.dedicated",
  needs: { people, meter, names, contentOwners, serving: gateway },
  create: ({ engines, limits, log, siteUrl }, { people, meter, names, serving, ...services }) => {
    const { gatewayTokens: tokens } = people;
    const { isServed } = meter.standing;
    const parts = { ...serving, ...meter, ...names, ...services, tokens, isServed };
    const gateways = createGateways({ engines, limits, log, siteUrl, ...parts });
    return {
      api: gateways,
      routes: gatewayRoutes({ gateways, tokens, domainsChanged: names.domains.changed }),
      duties: gateways.duties,
      close: () => gateways.flush(),
    };
  },
});
