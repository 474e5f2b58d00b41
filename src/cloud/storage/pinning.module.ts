import { people } from "../account/people.module.ts";
import { meter } from "../billing/meter.module.ts";
import { dialTo } from "../engines/network/dial.ts";
import { gateway } from "../gateway/serve.module.ts";
import { defineModule } from "../kernel/module.ts";
import { contentOwners } from "./content-owners.module.ts";
import { registerPinningApi } from "./pinning/api.ts";
import { registerRouting } from "./pinning/routing.ts";
import { pinningRoutes } from "./pinning/routes.ts";
import { createPinning, sealedPeerKey } from "./pinning/service.ts";

export const pinning = defineModule({
  name: "storage.pinning",
  needs: { people, meter, contentOwners, serving: gateway },
  create: (
    { engines, config, log },
    { people: { programKeys }, meter: { allowance, standing }, contentOwners, serving: { gateway } },
  ) => {
    const { PUBLIC_URL: publicUrl } = config;
    const dial = dialTo(config.IPFS_GATEWAYS);
    const pinning = createPinning(engines, { config, log, contentOwners, allowance, standing, dial });
    return {
      api: pinning,
      routes: pinningRoutes(pinning, programKeys),
      http: ({ app, onFault }) => {
        registerPinningApi(app, { pinning, programKeys, database: engines.database, publicUrl, onFault });
        registerRouting(app, { ...pinning, denies: gateway.denies }, publicUrl);
      },
      jobs: [pinning],
      sealed: [sealedPeerKey],
    };
  },
});
