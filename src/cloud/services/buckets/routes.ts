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
  type Line,
} from "../../../../resources/bucket/bucket-calls.ts";
import { AppError } from "../../app-error.ts";
import { parseCid } from "../gateway/service.ts";
import type { ContentOwners } from "../content-owners/service.ts";
import { resourceRoutes } from "../resource-routes.ts";
import { inPhases, route, type Route } from "../route.ts";
import { bucketsWithNumbers, overviewOf } from "./numbers.ts";
import type { Downloads } from "./downloads.ts";
import type { Removals } from "./removals.ts";
import { search } from "./search.ts";
import { ownBucket, type Bucket, type Buckets } from "./service.ts";
import { sql } from "kysely";
import type { Db } from "../../engines/database/database.ts";

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

const hourSeconds = 3600;
const daySeconds = 86_400;
/** Longer spans use days. */
const hourlySecondsMax = 3 * daySeconds;

interface Span {
  readonly startAt: number;
  readonly endAt: number;
}

interface Chart {
  /** Start of each subsection, in Unix seconds. */
  readonly subsections: number[];
  readonly collections: { raws: number[] }[];
}

/**
 * Computes a chart: storage at the end of each hour or day, and traffic or requests within it. `startAt` and `endAt`
 * are Unix seconds; the chart ends at the current time.
 */
const chartOf = async (db: Db, bucket: Bucket, line: Line, span: Span): Promise<Chart> => {
  const endAt = Math.min(span.endAt, Math.floor(Date.now() / 1000));
  const step = endAt - span.startAt <= hourlySecondsMax ? hourSeconds : daySeconds;
  const subsections: number[] = [];
  for (let at = Math.floor(span.startAt / step) * step; at <= endAt; at += step) subsections.push(at);
  const raws =
    line === "STORAGE_LINE" ? levelsOf(db, bucket, subsections, step) : flowsOf(db, bucket, line, subsections, step);
  return { subsections, collections: [{ raws: await raws }] };
};

const levelsOf = async (db: Db, { id }: Bucket, starts: readonly number[], step: number): Promise<number[]> => {
  const { rows } = await sql<{ bytes: bigint }>`
    select coalesce(last.size_bytes, 0)::int8 as bytes
    from unnest(${[...starts]}::int8[]) with ordinality as section (start, number)
    left join lateral (
      select size_bytes from bucket_hour
      where bucket_id = ${id} and hour < to_timestamp(section.start + ${step}::int8) order by hour desc limit 1
    ) as last on true
    order by section.number
  `.execute(db);
  return rows.map(({ bytes }) => Number(bytes));
};

const flowsOf = async (
  db: Db,
  { id, teamId }: Bucket,
  line: Exclude<Line, "STORAGE_LINE">,
  starts: readonly number[],
  step: number,
): Promise<number[]> => {
  const { rows } = await sql<{ start: bigint; bytes: bigint; requests: bigint }>`
    select (floor(extract(epoch from bucket) / ${step}) * ${step})::int8 as start, sum(amount)::int8 as bytes, sum(calls)::int8 as requests
    from usage_bucket
    where team_id = ${teamId} and resource = 'TRAFFIC' and subject = ${id} and bucket >= to_timestamp(${starts[0] ?? 0})
    group by 1
  `.execute(db);
  const bySection = new Map(rows.map((row) => [Number(row.start), row]));
  return starts.map((start) => {
    const row = bySection.get(start);
    return Number((line === "TRAFFIC_USAGE_LINE" ? row?.bytes : row?.requests) ?? 0);
  });
};
