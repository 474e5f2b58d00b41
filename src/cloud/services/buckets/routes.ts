import { buckets as resource } from "../../../../resources/bucket/buckets.ts";
import {
  bucketChart,
  bucketOverview,
  createDownload,
  deleteFolder,
  searchObjects,
  showRemoval,
  stopRemoval,
} from "../../../../resources/bucket/bucket-calls.ts";
import { resourceRoutes } from "../resource-routes.ts";
import { route, type Route } from "../route.ts";
import { chartOf } from "./charts.ts";
import { bucketsWithNumbers, overviewOf } from "./numbers.ts";
import type { Downloads } from "./downloads.ts";
import { ownBucket } from "./own-bucket.ts";
import type { Removals } from "./removals.ts";
import { search } from "./search.ts";
import type { Buckets } from "./service.ts";

interface Parts {
  readonly removals: Removals;
  readonly downloads: Downloads;
}

/** The declared calls about buckets. Files themselves travel by S3. */
export const bucketRoutes = (buckets: Buckets, { removals, downloads }: Parts): Route[] => [
  ...resourceRoutes(resource, {
    list: async ({ db, caller, query }) => ({ list: await bucketsWithNumbers(db, caller.teamId, query.name) }),
  }),
  route(bucketOverview, async ({ db, caller, params }) =>
    overviewOf(db, await ownBucket(buckets, caller.teamId, params["bucket"]!)),
  ),
  route(bucketChart, async ({ db, caller, query: { bucket, type, ...span } }) =>
    chartOf(db, await ownBucket(buckets, caller.teamId, bucket), type, span),
  ),
  route(searchObjects, async ({ db, caller, query }) =>
    search(db, (await ownBucket(buckets, caller.teamId, query.bucket)).id, query),
  ),
  route(deleteFolder, async ({ db, caller, body, logged }) => {
    const bucket = await ownBucket(buckets, caller.teamId, body.bucket);
    logged({ target: `${bucket.name}/${body.prefix}` });
    return removals.start(db, bucket, body.prefix);
  }),
  route(showRemoval, ({ db, caller, params }) => removals.show(db, caller.teamId, params["id"]!)),
  route(stopRemoval, ({ db, caller, params }) => removals.stop(db, caller.teamId, params["id"]!)),
  route(createDownload, async ({ db, caller, body: { bucket, format, ...selection } }) =>
    downloads.create(db, await ownBucket(buckets, caller.teamId, bucket), selection, format),
  ),
];
