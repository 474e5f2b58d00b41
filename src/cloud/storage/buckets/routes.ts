import { buckets as resource, type BucketRow } from "../../../../resources/storage/buckets.ts";
import {
  bucketChart,
  bucketOverview,
  contentVisibility,
  createDownload,
  deleteFolder,
  folderSize,
  searchObjects,
  setBucketVisibility,
  showRemoval,
  stopRemoval,
  type Line,
  type Overview,
} from "../../../../resources/storage/bucket-calls.ts";
import {
  previewLifecycle,
  setBucketVersioning,
  setLifecycle,
  showLifecycle,
} from "../../../../resources/storage/bucket-rules.ts";
import { findFiles } from "../../../../resources/storage/find-files.ts";
import { AppError } from "../../kernel/app-error.ts";
import { parseCid } from "../../engines/blocks/dag/parse-cid.ts";
import type { ContentOwners } from "../content-owners/service.ts";
import { resourceRoutes } from "../../kernel/calls/resource-routes.ts";
import { inPhases, route, type Route } from "../../kernel/calls/route.ts";
import type { Downloads } from "./read/downloads.ts";
import type { Removals } from "./removals.ts";
import { folderSizeOf } from "./read/folder-size.ts";
import { findInAll, search } from "./read/search.ts";
import { ownBucket } from "./service.ts";
import type { Bucket, Buckets } from "./model.ts";
import { sql } from "kysely";
import type { Db } from "../../engines/database/database.ts";
import { secondsFromNow } from "../../kernel/secrets.ts";
import { bucketColumns, bucketOf } from "./rows.ts";
import { secondsOf } from "../../lib/seconds-of.ts";

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
  route(
    setBucketVersioning,
    inPhases({
      prepare: ({ caller, params }) => ownBucket(buckets, caller.teamId, params.bucket),
      write: async ({ db, body: { versioning }, afterCommit, logged }, bucket) => {
        logged({ target: bucket.name, details: { versioning } });
        await buckets.setVersioning(bucket, versioning, db);
        afterCommit(buckets.visibilityChanged);
        return null;
      },
    }),
  ),
  route(showLifecycle, async ({ caller, params }) => ({
    rules: [...((await ownBucket(buckets, caller.teamId, params.bucket)).lifecycle ?? [])],
  })),
  route(
    setLifecycle,
    inPhases({
      prepare: ({ caller, params }) => ownBucket(buckets, caller.teamId, params.bucket),
      write: async ({ db, body: { rules }, afterCommit, logged }, bucket) => {
        logged({ target: bucket.name, details: { rules: rules.length } });
        await buckets.setLifecycle(bucket, rules, db);
        afterCommit(buckets.visibilityChanged);
        return null;
      },
    }),
  ),
  route(
    previewLifecycle,
    inPhases({
      prepare: ({ caller, params }) => ownBucket(buckets, caller.teamId, params.bucket),
      write: ({ db, body: { rules } }, bucket) => buckets.previewLifecycle(bucket, rules, db),
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
  route(findFiles, async ({ db, caller, query }) => ({ list: await findInAll(db, caller.teamId, query.keyword) })),
  route(folderSize, async ({ db, caller, query: { bucket, prefix } }) =>
    folderSizeOf(db, (await ownBucket(buckets, caller.teamId, bucket)).id, prefix),
  ),
  route(
    deleteFolder,
    inPhases({
      prepare: ({ caller, body }) => ownBucket(buckets, caller.teamId, body.bucket),
      write: ({ db, body, logged }, bucket) => {
        logged({ target: `${bucket.name}/${body.prefix}` });
        return removals.start(db, bucket, body.prefix, body.versions);
      },
    }),
  ),
  route(showRemoval, ({ db, caller, params }) => removals.show(db, caller.teamId, params.id)),
  route(stopRemoval, ({ db, caller, params }) => removals.stop(db, caller.teamId, params.id)),
  route(
    createDownload,
    inPhases({
      prepare: ({ caller, body }) => ownBucket(buckets, caller.teamId, body.bucket),
      write: ({ db, caller, body: { bucket: _name, format, ...selection } }, bucket) =>
        downloads.create(db, bucket, selection, { format, personId: caller.userId }),
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

// Storage and traffic of buckets, in bytes and requests.

const monthSeconds = 30 * 86_400;

/** Lists the team's buckets by name, or only the bucket with the given name. */
const bucketsWithNumbers = async (db: Db, teamId: string, name?: string): Promise<BucketRow[]> => {
  const rows = await db
    .selectFrom("bucket")
    .select([...bucketColumns, "object_count", "version_count", "size_bytes"])
    .where("team_id", "=", teamId)
    .$if(name !== undefined, (query) => query.where("name", "=", name!))
    .orderBy("name")
    .execute();
  const ids = rows.map(({ id }) => id);
  const traffic = await monthOf(db, teamId, ids);
  return rows.map((row) => {
    const { id, createdAt, arweaveSync, policy, cors, visibility, versioning, objectLock } = bucketOf(row);
    const month = traffic.get(id) ?? nothing;
    return {
      name: row.name,
      createdAt: secondsOf(createdAt),
      arweave: { sync: arweaveSync },
      usedStorage: Number(row.size_bytes),
      objectCount: Number(row.object_count - row.version_count),
      versionCount: Number(row.version_count),
      monthTraffic: month.bytes,
      monthVisit: month.requests,
      visibility,
      public: isPublic(policy),
      hasCors: cors !== undefined,
      ...(versioning && { versioning }),
      hasLock: objectLock !== undefined,
    };
  });
};

/** Returns one bucket's storage and traffic. */
const overviewOf = async (db: Db, bucket: Bucket): Promise<Overview> => {
  const row = await db
    .selectFrom("bucket")
    .select(["object_count", "version_count", "size_bytes"])
    .select((eb) =>
      eb
        .selectFrom("bucket_upload")
        .select(({ fn }) => fn.countAll<bigint>().as("count"))
        .where("bucket_id", "=", bucket.id)
        .where("completed", "is", null)
        .as("fragments"),
    )
    .where("id", "=", bucket.id)
    .executeTakeFirst();
  const month = (await monthOf(db, bucket.teamId, [bucket.id])).get(bucket.id) ?? nothing;
  return {
    storageUsage: Number(row?.size_bytes ?? 0),
    trafficPast30d: month.bytes,
    visitsPast30d: month.requests,
    files: row ? Number(row.object_count - row.version_count) : 0,
    fragments: Number(row?.fragments ?? 0),
  };
};

interface Flow {
  readonly bytes: number;
  readonly requests: number;
}

const nothing: Flow = { bytes: 0, requests: 0 };

const monthOf = async (db: Db, teamId: string, bucketIds: readonly string[]): Promise<Map<string, Flow>> => {
  const rows = await db
    .selectFrom("usage_bucket")
    .select(["subject"])
    .select(({ fn }) => [fn.sum<string>("amount").as("bytes"), fn.sum<string>("calls").as("requests")])
    .where("team_id", "=", teamId)
    .where("resource", "=", "TRAFFIC")
    .where("subject", "=", sql<string>`any(${[...bucketIds]}::text[])`)
    .where("bucket", ">=", secondsFromNow(-monthSeconds))
    .groupBy("subject")
    .execute();
  return new Map(
    rows.map(({ subject, bytes, requests }) => [subject, { bytes: Number(bytes), requests: Number(requests) }]),
  );
};

/** Whether a policy grants public access. storage/s3 validates and evaluates policies. */
const isPublic = (policy: string | undefined): boolean => {
  if (policy === undefined) return false;
  const { Statement: statements = [] } = JSON.parse(policy) as { Statement?: unknown };
  return (Array.isArray(statements) ? statements : [statements]).some(isForAll);
};

const isForAll = (statement: unknown): boolean => {
  const { Effect: effect, Principal: principal } = (statement ?? {}) as Record<string, unknown>;
  if (effect !== "Allow") return false;
  if (principal === "*") return true;
  const { AWS: names } = (principal ?? {}) as Record<string, unknown>;
  return names === "*" || (Array.isArray(names) && names.includes("*"));
};
