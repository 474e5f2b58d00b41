import { buckets as resource } from "../../../../resources/bucket/buckets.ts";
import { bucketChart, bucketOverview } from "../../../../resources/bucket/bucket-calls.ts";
import { resourceRoutes } from "../resource-routes.ts";
import { route, type Route } from "../route.ts";
import { chartOf } from "./charts.ts";
import { bucketsWithNumbers, overviewOf } from "./numbers.ts";
import { ownBucket } from "./own-bucket.ts";
import type { Buckets } from "./service.ts";

/** The declared calls about buckets. Files themselves travel by S3. */
export const bucketRoutes = (buckets: Buckets): Route[] => [
  ...resourceRoutes(resource, {
    list: async ({ db, caller, query }) => ({ list: await bucketsWithNumbers(db, caller.teamId, query.name) }),
  }),
  route(bucketOverview, async ({ db, caller, params }) =>
    overviewOf(db, await ownBucket(buckets, caller.teamId, params["bucket"]!)),
  ),
  route(bucketChart, async ({ db, caller, query: { bucket, type, ...span } }) =>
    chartOf(db, await ownBucket(buckets, caller.teamId, bucket), type, span),
  ),
];
