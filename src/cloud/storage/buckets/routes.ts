import { buckets as resource } from "../../../../resources/storage/buckets.ts";
import {
  bucketChart,
  bucketOverview,
  contentVisibility,
  createDownload,
  deleteFolder,
  folderSize,
  searchObjects,
  showRemoval,
  stopRemoval,
  type Line,
  type Overview,
} from "../../../../resources/storage/bucket-calls.ts";
import { previewLifecycle, showLifecycle } from "../../../../resources/storage/bucket-rules.ts";
import { findFiles } from "../../../../resources/storage/find-files.ts";
import { AppError } from "../../kernel/app-error.ts";
import { parseCid } from "../../engines/blocks/dag/parse-cid.ts";
import type { ContentOwners } from "../content-owners/service.ts";
import { inPhases, route, type Route } from "../../kernel/calls/route.ts";
import { tableRoutes } from "../../kernel/calls/table-routes.ts";
import type { Downloads } from "./read/downloads.ts";
import type { Removals } from "./removals.ts";
import { folderSizeOf } from "./read/folder-size.ts";
import { findInAll, search } from "./read/search.ts";
import { publicReadPolicy } from "./public-policy.ts";
import { ownBucket } from "./service.ts";
import type { Bucket, Buckets } from "./model.ts";
import { sql } from "kysely";
import type { Db } from "../../engines/database/database.ts";
import { secondsFromNow } from "../../kernel/secrets.ts";

interface Deps {
  readonly removals: Removals;
  readonly downloads: Downloads;
  readonly contentOwners: Pick<ContentOwners, "isOwn" | "isPublic">;
}

/** Bucket API routes. File contents are transferred with S3. */
export const bucketRoutes = (buckets: Buckets, { removals, downloads, contentOwners }: Deps): Route[] => [
  ...tableRoutes(resource, "bucket", {
    sort: "name",
    ascending: true,
    target: "name",
    columns: { usedStorage: sql.ref("size_bytes"), objectCount: sql`object_count - version_count` },
    present: ({ arweave_sync: sync, policy, cors, object_lock: lock }) => ({
      arweave: { sync },
      // Every supported policy grants public access.
      public: policy !== null,
      hasCors: cors !== null,
      hasLock: lock !== null,
    }),
    load: async (rows, { db, caller }) => {
      const ids = rows.map(({ id }) => id);
      const traffic = await monthOf(db, caller.teamId, ids);
      return ({ id }) => {
        const { bytes, requests } = traffic.get(id) ?? nothing;
        return { monthTraffic: bytes, monthVisit: requests };
      };
    },
    beforeDelete: async ({ id }, { db, caller, afterCommit }) =>
      afterCommit(await buckets.removeIn(db, { id, teamId: caller.teamId })),
    after: ({ afterCommit }) => afterCommit(buckets.visibilityChanged),
    verbs: ({ show, change }) => ({
      create: async (context) => {
        const { db, caller, body, afterCommit } = context;
        const { name } = await buckets.insert(db, caller.teamId, body.name, body.visibility);
        afterCommit(buckets.visibilityChanged);
        return show({ ...context, params: { name } });
      },
      edit: async (context) => {
        const { db, body, logged } = context;
        logged({ details: body });
        await change(context, ({ id }) => buckets.setVisibility(db, { id }, body.visibility).then(nothingElse));
        return null;
      },
    }),
    actions: ({ change }) => ({
      setPublicRead: async (context) => {
        const { db, body } = context;
        await change(context, ({ id, name }) => {
          const policy = body.on ? publicReadPolicy(name, { lists: false }) : undefined;
          return buckets.setPolicy({ id, name }, policy, db).then(nothingElse);
        });
        return null;
      },
      setVersioning: async (context) => {
        const { db, body, logged } = context;
        logged({ details: body });
        await change(context, ({ id }) => buckets.setVersioning({ id }, body.versioning, db).then(nothingElse));
        return null;
      },
      setLifecycle: async (context) => {
        const { db, body, logged } = context;
        logged({ details: { rules: body.rules.length } });
        await change(context, ({ id }) => buckets.setLifecycle({ id }, body.rules, db).then(nothingElse));
        return null;
      },
    }),
  }),
  route(bucketOverview, async ({ db, caller, params }) =>
    overviewOf(db, await ownBucket(buckets, caller.teamId, params.bucket)),
  ),
  route(showLifecycle, async ({ caller, params }) => ({
    rules: [...((await ownBucket(buckets, caller.teamId, params.name)).lifecycle ?? [])],
  })),
  route(
    previewLifecycle,
    inPhases({
      prepare: ({ caller, params }) => ownBucket(buckets, caller.teamId, params.name),
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

/** The bucket's service stores the change itself: no further columns. */
const nothingElse = () => ({});

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
        .as("incomplete_uploads"),
    )
    .where("id", "=", bucket.id)
    .executeTakeFirst();
  const month = (await monthOf(db, bucket.teamId, [bucket.id])).get(bucket.id) ?? nothing;
  return {
    storageUsage: Number(row?.size_bytes ?? 0),
    trafficPast30d: month.bytes,
    visitsPast30d: month.requests,
    files: row ? Number(row.object_count - row.version_count) : 0,
    incompleteUploads: Number(row?.incomplete_uploads ?? 0),
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
