import { buckets as resource } from "../../../../resources/bucket/buckets.ts";
import {
  bucketChart,
  bucketOverview,
  contentVisibility,
  createDownload,
  deleteFolder,
  searchObjects,
  setBucketVisibility,
  showRemoval,
  stopRemoval,
} from "../../../../resources/bucket/bucket-calls.ts";
import { AppError } from "../../app-error.ts";
import { parseCid } from "../gateway/service.ts";
import type { ContentOwners } from "../content-owners/service.ts";
import { resourceRoutes } from "../resource-routes.ts";
import { inPhases, route, type Route } from "../route.ts";
import { chartOf } from "./charts.ts";
import { bucketsWithNumbers, overviewOf } from "./numbers.ts";
import type { Downloads } from "./downloads.ts";
import type { Removals } from "./removals.ts";
import { search } from "./search.ts";
import type { Buckets, Bucket } from "./service.ts";

interface Deps {
  readonly removals: Removals;
  readonly downloads: Downloads;
  readonly contentOwners: Pick<ContentOwners, "isOwn" | "isPublic">;
}

/** Bucket API routes. File contents are transferred with S3. */
export const bucketRoutes = (buckets: Buckets, { removals, downloads, contentOwners }: Deps): Route[] => [
  ...resourceRoutes(resource, {
    list: async ({ db, caller, query }) => ({ list: await bucketsWithNumbers(db, caller.teamId, query.name) }),
  }),
  route(bucketOverview, async ({ db, caller, params }) =>
    overviewOf(db, await ownBucket(buckets, caller.teamId, params.bucket)),
  ),
  route(
    setBucketVisibility,
    inPhases({
      prepare: ({ caller, params }) => ownBucket(buckets, caller.teamId, params.bucket),
      write: async ({ db, body: { visibility }, afterCommit, logged }, bucket) => {
        logged({ target: bucket.name, details: { visibility } });
        await buckets.setVisibility(db, bucket, visibility);
        afterCommit(buckets.visibilityChanged);
        return null;
      },
    }),
  ),
  route(contentVisibility, async ({ db, caller, params }) => {
    const cid = parseCid(params.cid);
    if (!cid || !(await contentOwners.isOwn(db, caller.teamId, cid))) throw new AppError("NOT_FOUND");
    return { public: await contentOwners.isPublic(cid) };
  }),
  route(bucketChart, async ({ db, caller, query: { bucket, type, ...span } }) =>
    chartOf(db, await ownBucket(buckets, caller.teamId, bucket), type, span),
  ),
  route(searchObjects, async ({ db, caller, query }) =>
    search(db, (await ownBucket(buckets, caller.teamId, query.bucket)).id, query),
  ),
  route(
    deleteFolder,
    inPhases({
      prepare: ({ caller, body }) => ownBucket(buckets, caller.teamId, body.bucket),
      write: ({ db, body, logged }, bucket) => {
        logged({ target: `${bucket.name}/${body.prefix}` });
        return removals.start(db, bucket, body.prefix);
      },
    }),
  ),
  route(showRemoval, ({ db, caller, params }) => removals.show(db, caller.teamId, params.id)),
  route(stopRemoval, ({ db, caller, params }) => removals.stop(db, caller.teamId, params.id)),
  route(
    createDownload,
    inPhases({
      prepare: ({ caller, body }) => ownBucket(buckets, caller.teamId, body.bucket),
      write: ({ db, body: { bucket: _name, format, ...selection } }, bucket) =>
        downloads.create(db, bucket, selection, format),
    }),
  ),
];

/** Finds the team's bucket by name. Throws NOT_FOUND, also for other teams' buckets. */
const ownBucket = async (buckets: Pick<Buckets, "find">, teamId: string, name: string): Promise<Bucket> => {
  const bucket = await buckets.find(name);
  if (bucket?.teamId !== teamId) throw new AppError("NOT_FOUND");
  return bucket;
};
