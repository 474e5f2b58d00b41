/**
 * Applies lifecycle rules once a day, as of the last midnight UTC: expires current objects, deletes noncurrent versions and expired
 * delete markers, and aborts unfinished uploads.
 */
import { sql, type RawBuilder } from "kysely";
import type { LifecycleKind, LifecyclePreview, LifecycleRule } from "../../../../resources/storage/bucket-rules.ts";
import type { Db } from "../../engines/database/database.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Duty } from "../../kernel/duties.ts";
import { secondsOf } from "../../lib/seconds-of.ts";
import { isLocked } from "./lock.ts";
import type { Bucket, Buckets } from "./model.ts";
import { bucketColumns, bucketOf } from "./rows.ts";
import { remove } from "./versions.ts";
import { retryOnConflict } from "./write/conflict.ts";
import { applyChanges, type WriteDeps } from "./write/write.ts";

const dayMs = 86_400_000;
const rowsAtOnce = 500;
const examplesMax = 50;

interface Deps {
  readonly db: Db;
  readonly writeDeps: WriteDeps;
  readonly uploads: Pick<Buckets, "abort">;
  /** Called after a bucket's objects change. */
  changed(bucket: Bucket): void;
}

interface Lifecycle {
  apply: Buckets["applyLifecycle"];
  preview: Buckets["previewLifecycle"];
  readonly duties: readonly Duty[];
}

export const createLifecycle = ({ db, writeDeps, uploads, changed }: Deps): Lifecycle => {
  /** Deletes an object unless it was written again since. */
  const expire = async (bucket: Bucket, due: readonly DueRow[]): Promise<void> => {
    const changes = due.map(({ key, modified_at: ifWrittenAt }) => ({
      bucketId: bucket.id,
      key,
      object: undefined,
      ifWrittenAt,
    }));
    await retryOnConflict(() =>
      db.transaction().execute((trx) => applyChanges(trx, bucket.teamId, changes, writeDeps)),
    );
  };
  /** Deletes versions that are still noncurrent, or delete markers. */
  const deleteVersions = async (bucket: Bucket, due: readonly DueRow[]): Promise<void> => {
    const deletions = due.map(({ key, version_id: versionId }) => ({
      bucketId: bucket.id,
      key,
      versionId: versionId!,
    }));
    await remove(db, bucket, deletions, writeDeps, ({ isCurrent, lock }) =>
      isCurrent || isLocked(lock, false) ? new AppError("OBJECT_LOCKED") : undefined,
    );
  };
  const abort = async (bucket: Bucket, due: readonly DueRow[]): Promise<void> => {
    for (const { key, version_id: id, modified_at: createdAt } of due)
      await uploads
        .abort(bucket, { id: id!, key, createdAt, attributes: { metadata: {}, tags: {} } })
        .catch(unlessEnded);
  };
  const acts: Readonly<Record<LifecycleKind, typeof expire>> = {
    upload: abort,
    version: deleteVersions,
    file: expire,
    // Last: a marker expires once the versions that it hides are gone.
    marker: deleteVersions,
  };

  const apply: Lifecycle["apply"] = async (bucket, at, signal) => {
    const rules = (bucket.lifecycle ?? []).filter(({ enabled }) => enabled);
    for (const [kind, act] of Object.entries(acts) as [LifecycleKind, typeof expire][]) {
      const due = dueOf[kind](bucket.id, rules, at);
      let after: Place = { key: "", number: 0n };
      for (let batchSize = rowsAtOnce; due && batchSize === rowsAtOnce;) {
        signal?.throwIfAborted();
        const rows = await rowsAfter(db, due, after);
        if (rows.length > 0) await act(bucket, rows);
        batchSize = rows.length;
        after = rows.at(-1) ?? after;
      }
    }
    changed(bucket);
  };

  return {
    apply,
    async preview(bucket, rules, reader) {
      const enabled = rules.filter((rule) => rule.enabled);
      const at = await nextRunOf(reader, bucket);
      const counts = { file: 0, version: 0, marker: 0, upload: 0 };
      const list: LifecyclePreview["list"] = [];
      let bytes = 0;
      for (const kind of Object.keys(counts) as LifecycleKind[]) {
        const due = dueOf[kind](bucket.id, enabled, at);
        if (!due) continue;
        const { rows } = await sql<{ count: bigint; bytes: bigint }>`
          select count(*) as count, coalesce(sum(size_bytes), 0)::int8 as bytes from (${due}) as due
        `.execute(reader);
        counts[kind] = Number(rows[0]!.count);
        bytes += Number(rows[0]!.bytes);
        for (const row of await rowsAfter(reader, due, { key: "", number: 0n }, examplesMax))
          list.push({
            kind,
            key: row.key,
            size: Number(row.size_bytes),
            ...(row.version_id !== null && kind !== "upload" && { versionId: row.version_id }),
          });
      }
      const { file: files, version: versions, marker: markers, upload: uploadCount } = counts;
      return { runsAt: secondsOf(at), files, versions, markers, uploads: uploadCount, bytes, list };
    },
    duties: [
      {
        name: "Apply lifecycle rules of buckets",
        every: "10 min",
        scope: "cluster",
        timeout: "6 h",
        async run(signal) {
          const at = midnightBefore(new Date());
          const rows = await db
            .selectFrom("bucket")
            .select(bucketColumns)
            .where("lifecycle", "is not", null)
            .where("lifecycle_ran_at", "<", at)
            .orderBy("id")
            .execute();
          const failures: unknown[] = [];
          for (const row of rows) {
            try {
              await apply(bucketOf(row), at, signal);
              await db.updateTable("bucket").set({ lifecycle_ran_at: new Date() }).where("id", "=", row.id).execute();
            } catch (error) {
              signal.throwIfAborted();
              failures.push(error);
            }
          }
          if (failures.length > 0) throw failures[0];
        },
      },
    ],
  };
};

const unlessEnded = (error: unknown): void => {
  if (!(error instanceof AppError)) throw error;
};

const midnightBefore = (moment: Date): Date => new Date(Math.floor(moment.getTime() / dayMs) * dayMs);

/** Returns the midnight of the next run: the last one if its run is still due. */
const nextRunOf = async (db: Db, { id }: Pick<Bucket, "id">): Promise<Date> => {
  const row = await db
    .selectFrom("bucket")
    .select("lifecycle_ran_at")
    .where("id", "=", id)
    .where("lifecycle", "is not", null)
    .executeTakeFirst();
  const today = midnightBefore(new Date());
  const isDue = row?.lifecycle_ran_at !== undefined && row.lifecycle_ran_at !== null && row.lifecycle_ran_at < today;
  return isDue ? today : new Date(today.getTime() + dayMs);
};

interface DueRow {
  readonly key: string;
  /** Orders rows with one key. */
  readonly number: bigint;
  /** ID of the version or of the upload; null for an object without an ID. */
  readonly version_id: string | null;
  readonly size_bytes: bigint;
  readonly modified_at: Date;
}
type Place = Pick<DueRow, "key" | "number">;

/** Selects rows that rules delete; undefined if none can. */
type Due = (bucketId: string, rules: readonly LifecycleRule[], at: Date) => RawBuilder<DueRow> | undefined;

const rowsAfter = async (
  db: Db,
  due: RawBuilder<DueRow>,
  { key, number }: Place,
  limit = rowsAtOnce,
): Promise<readonly DueRow[]> => {
  const { rows } = await sql<DueRow>`
    select * from (${due}) as due
    where key >= ${key}::text collate "C" and (key > ${key}::text collate "C" or number > ${number}::int8)
    order by key collate "C", number limit ${limit}
  `.execute(db);
  return rows;
};

type Condition = RawBuilder<unknown>;

/** Joins the conditions of each rule; undefined if no rule has any. */
const anyOf = (rules: readonly LifecycleRule[], conditionOf: (rule: LifecycleRule) => Condition | undefined) => {
  const conditions = rules.flatMap((rule) => conditionOf(rule) ?? []);
  return conditions.length > 0 ? sql`(${sql.join(conditions, sql` or `)})` : undefined;
};

const allOf = (conditions: readonly (Condition | undefined)[]): Condition =>
  sql`(${sql.join(
    conditions.filter((condition) => condition !== undefined),
    sql` and `,
  )})`;

const hasPrefix = ({ prefix = "" }: LifecycleRule): Condition | undefined =>
  prefix === "" ? undefined : sql`starts_with(key, ${prefix})`;

/** Conditions on a file or version of a file. */
const matches = (rule: LifecycleRule): (Condition | undefined)[] => [
  hasPrefix(rule),
  rule.tags && sql`attributes -> 'tags' @> ${JSON.stringify(rule.tags)}::jsonb`,
  rule.sizeAbove === undefined ? undefined : sql`size_bytes > ${rule.sizeAbove}::int8`,
  rule.sizeBelow === undefined ? undefined : sql`size_bytes < ${rule.sizeBelow}::int8`,
];

/** Days count from the midnight after. */
const cutoff = (at: Date, days: number): string => new Date(at.getTime() - days * dayMs).toISOString();

const olderThan = (column: string, at: Date, days: number | undefined): Condition | undefined =>
  days === undefined ? undefined : sql`${sql.ref(column)} <= ${cutoff(at, days)}::timestamptz`;

const expiry = (rule: LifecycleRule, at: Date): Condition | undefined => {
  if (rule.expireDate !== undefined) return Date.parse(rule.expireDate) <= at.getTime() ? sql`true` : undefined;
  return olderThan("modified_at", at, rule.expireDays);
};

const dueFiles: Due = (bucketId, rules, at) => {
  const isDue = anyOf(rules, (rule) => {
    const age = expiry(rule, at);
    return age && allOf([age, ...matches(rule)]);
  });
  return (
    isDue &&
    sql`
      select key, 1::int8 as number, version_id, size_bytes, modified_at from bucket_object
      where bucket_id = ${bucketId} and ${isDue}
    `
  );
};

/** A version is noncurrent since the next one was created. The newest noncurrent version has the rank 1. */
const dueVersions: Due = (bucketId, rules, at) => {
  const isDue = anyOf(rules, (rule) => {
    const age = olderThan("replaced_at", at, rule.noncurrentDays);
    return age && allOf([age, sql`rank > ${rule.noncurrentKept ?? 0}::int8`, ...matches(rule)]);
  });
  return (
    isDue &&
    sql`
      select key, number, version_id, size_bytes, modified_at from (
        select *, coalesce(next_at, current_at) as replaced_at,
          behind + case when current_at is null then 0 else 1 end as rank
        from (
          select version.*, lead(modified_at) over kept as next_at,
            count(*) over (partition by key) - row_number() over kept as behind,
            (select modified_at from bucket_object as object where object.bucket_id = ${bucketId} and object.key = version.key) as current_at
          from bucket_version as version where bucket_id = ${bucketId}
          window kept as (partition by key order by number)
        ) as placed
      ) as aged
      where replaced_at is not null and ${isDue}
        and (lock is null or (
          lock ->> 'legalHold' is distinct from 'true' and coalesce((lock #>> '{retention,until}')::timestamptz, '-infinity') <= now()
        ))
    `
  );
};

const dueMarkers: Due = (bucketId, rules, at) => {
  const isDue = anyOf(rules, (rule) => {
    const age = rule.expireMarkers ? sql`true` : expiry(rule, at);
    const hasFilter = rule.sizeAbove !== undefined || rule.sizeBelow !== undefined || rule.tags !== undefined;
    return age && !hasFilter ? allOf([age, hasPrefix(rule)]) : undefined;
  });
  return (
    isDue &&
    sql`
      select key, number, version_id, size_bytes, modified_at from bucket_version as marker
      where bucket_id = ${bucketId} and cid is null and ${isDue}
        and not exists (select from bucket_object as object where object.bucket_id = ${bucketId} and object.key = marker.key)
        and not exists (
          select from bucket_version as other
          where other.bucket_id = ${bucketId} and other.key = marker.key and other.number <> marker.number
        )
    `
  );
};

const dueUploads: Due = (bucketId, rules, at) => {
  const isDue = anyOf(rules, (rule) => {
    const age = olderThan("created_at", at, rule.abortDays);
    return age && allOf([age, hasPrefix(rule)]);
  });
  return (
    isDue &&
    sql`
      select key, (extract(epoch from created_at) * 1000000)::int8 as number, id::text as version_id, 0::int8 as size_bytes,
        created_at as modified_at
      from bucket_upload where bucket_id = ${bucketId} and completed is null and ${isDue}
    `
  );
};

const dueOf: Readonly<Record<LifecycleKind, Due>> = {
  file: dueFiles,
  version: dueVersions,
  marker: dueMarkers,
  upload: dueUploads,
};
