import { people } from "../account/people.module.ts";
import { meter } from "../billing/meter.module.ts";
import { dialTo } from "../engines/network/dial.ts";
import { defineModule } from "../kernel/module.ts";
import { contentOwners } from "./content-owners.module.ts";
import { pinningRoutes } from "./pinning/routes.ts";
import { createPinning, sealedPeerKey } from "./pinning/service.ts";

export const pinning = defineModule({
  name: "storage.pinning",
  needs: { people, meter, contentOwners },
  create: ({ engines, config, log }, { people: { programKeys }, meter: { allowance, standing }, contentOwners }) => {
    const dial = dialTo(config.IPFS_GATEWAYS);
    const pinning = createPinning(engines, { config, log, contentOwners, allowance, standing, dial });
    return {
      api: pinning,
      routes: pinningRoutes(pinning, programKeys),
      jobs: [pinning],
      sealed: [sealedPeerKey],
    };
  },
});
