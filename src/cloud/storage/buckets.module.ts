/** Buckets: their files, addresses and snapshots. */
import { meter } from "../billing/meter.module.ts";
import { gateway } from "../gateway/serve.module.ts";
import { names } from "../hosting/names.module.ts";
import { defineModule } from "../kernel/module.ts";
import { bucketDomainRoutes } from "./bucket-domains/routes.ts";
import { createBucketAddresses } from "./bucket-domains/service.ts";
import { createDownloads, downloadsPath } from "./buckets/read/downloads.ts";
import { createRemovals } from "./buckets/removals.ts";
import { bucketRoutes } from "./buckets/routes.ts";
import { createBuckets } from "./buckets/service.ts";
import { contentOwners } from "./content-owners.module.ts";
import { pinning } from "./pinning.module.ts";
import { snapshotRoutes } from "./snapshots/routes.ts";
import { createSnapshots } from "./snapshots/service.ts";

export const buckets = defineModule({
  name: "storage.buckets",
  needs: { meter, names, contentOwners, pinning, serving: gateway },
  create: ({ engines, siteUrl }, { meter, names, contentOwners, pinning, serving }) => {
    const { blocks } = engines;
    const buckets = createBuckets({ engines, contentOwners, allowance: meter.allowance });
    const { isServed } = meter.standing;
    const addressing = { ...serving, ...meter, ...names, isServed, siteUrl };
    const addresses = createBucketAddresses({ engines, buckets, ...addressing });
    const removals = createRemovals(engines, buckets);
    const downloads = createDownloads({ engines, contentOwners, ...meter });
    const snapshots = createSnapshots({ engines, buckets, contentOwners, pinning });
    return {
      api: { buckets },
      routes: [
        ...bucketRoutes(buckets, { removals, downloads, contentOwners }),
        ...bucketDomainRoutes({ domains: names.domains, addresses }),
        ...snapshotRoutes({ snapshots, buckets, blocks, contentOwners }),
      ],
      fronts: [{ ...downloads, name: "downloads", addresses: [downloadsPath] }],
      jobs: [removals, snapshots],
      duties: buckets.duties,
      close: () => buckets.close(),
    };
  },
});
