import { meter } from "../billing/meter.module.ts";
import { defineModule } from "../kernel/module.ts";
import { createArweavePrice } from "./arweave-price/service.ts";
import { arweaveRoutes } from "./arweave/routes.ts";
import { createArweave } from "./arweave/service.ts";
import { buckets } from "./buckets.module.ts";
import { contentOwners } from "./content-owners.module.ts";
import { sealedArweaveKey } from "./arweave/key.ts";

export const arweave = defineModule({
  name: "storage.arweave",
  needs: { meter, contentOwners, storage: buckets },
  create: ({ engines, config, log, wake, dashboardUrl }, { meter: { allowance }, contentOwners, storage }) => {
    const { buckets } = storage;
    const arweave = createArweave({ engines, buckets, allowance, contentOwners, config, log, dashboardUrl, wake });
    return {
      api: { arweave, price: createArweavePrice(engines, log) },
      routes: arweaveRoutes(arweave),
      duties: arweave.duties,
      sealed: [sealedArweaveKey],
    };
  },
});
