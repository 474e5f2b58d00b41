import { meter } from "../billing/meter.module.ts";
import type { Config } from "../config.ts";
import type { Arweave } from "../engines/arweave/arweave.ts";
import { defineModule, type Front } from "../kernel/module.ts";
import { createArweavePrice } from "./arweave-price/service.ts";
import { createArweaveHandler } from "./arweave/handler.ts";
import { arweaveRoutes } from "./arweave/routes.ts";
import { createArweave } from "./arweave/service.ts";
import { buckets } from "./buckets.module.ts";
import { contentOwners } from "./content-owners.module.ts";
import { sealedArweaveKey } from "./arweave/key.ts";

const weaveFront = (
  handle: NonNullable<Arweave["handle"]>,
  { CONTENT_DOMAIN: contentDomain, PUBLIC_URL: publicUrl }: Pick<Config, "CONTENT_DOMAIN" | "PUBLIC_URL">,
): Front => ({
  ...createArweaveHandler(handle, { contentDomain, publicUrl }),
  name: "arweave",
  addresses: [`*.arweave.${contentDomain}`, "/arweave"],
  hasScripts: true,
});

export const arweave = defineModule({
  name: "storage.arweave",
  needs: { meter, contentOwners, storage: buckets },
  create: ({ engines, config, log, wake, dashboardUrl }, { meter: { allowance }, contentOwners, storage }) => {
    const { buckets } = storage;
    const arweave = createArweave({ engines, buckets, allowance, contentOwners, config, log, dashboardUrl, wake });
    return {
      api: { arweave, price: createArweavePrice(engines, log) },
      routes: arweaveRoutes(arweave),
      fronts: engines.arweave.handle ? [weaveFront(engines.arweave.handle, config)] : [],
      duties: arweave.duties,
      sealed: [sealedArweaveKey],
    };
  },
});
