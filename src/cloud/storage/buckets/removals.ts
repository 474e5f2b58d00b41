/** Deletes all files below a prefix as a job with progress. Resumes after a restart. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Removal } from "../../../../resources/storage/bucket-calls.ts";
import { AppError, notFound } from "../../kernel/app-error.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { RowOf } from "../../engines/database/tables.ts";
import type { Engines } from "../../engines/engines.ts";
import { uuidOf } from "../../kernel/uuid.ts";
import { afterPrefix } from "./read/list.ts";
import { isStorable } from "./names.ts";
import { bucketColumns, bucketOf } from "./rows.ts";
import type { Bucket, Buckets } from "./model.ts";

const queue = "bucket-removal";
const keysAtOnce = 500;
const removalsAtOnce = 2;
const retries = 5;
const expireSeconds = 3600;

export type Removals = ReturnType<typeof createRemovals>;

export const createRemovals = (
  { database: { db }, jobs }: Pick<Engines, "database" | "jobs">,
  buckets: Pick<Buckets, "removeObjects" | "listVersions" | "deleteVersions">,
) => {
  const run = async (id: string, signal: AbortSignal): Promise<void> => {
    const row = await db.selectFrom("bucket_removal").selectAll().where("id", "=", id).executeTakeFirst();
    const bucketRow =
      row && (await db.selectFrom("bucket").select(bucketColumns).where("id", "=", row.bucket_id).executeTakeFirst());
    // The bucket was deleted, or the removal ended before the job was retried.
    if (!bucketRow || hasEnded(row)) return;
    const bucket = bucketOf(bucketRow);
    if (row.with_versions) return removeVersions(bucket, row, signal);
    let after = row.prefix;
    for (let batchSize = keysAtOnce; batchSize === keysAtOnce;) {
      signal.throwIfAborted();
      const keys = await keysBelow(db, row, after);
      const removed = await buckets.removeObjects(bucket, keys);
      if (await isStopped(id, removed.length)) return;
      batchSize = keys.length;
      after = keys.at(-1) ?? after;
    }
    await end(db, id, "done");
  };

  /** Permanently deletes all versions, except locked ones. */
  const removeVersions = async (bucket: Bucket, row: Row, signal: AbortSignal): Promise<void> => {
    let [after, afterVersion]: [string | undefined, string | undefined] = ["", undefined];
    while (after !== undefined) {
      signal.throwIfAborted();
      const options = { prefix: row.prefix, delimiter: "", after, afterVersion, limit: keysAtOnce };
      const page = await buckets.listVersions(bucket, options);
      const old = page.entries.filter(({ modifiedAt }) => modifiedAt <= row.created_at);
      const outcomes = await buckets.deleteVersions(bucket, old);
      const removed = outcomes.filter((outcome) => !(outcome instanceof AppError)).length;
      if (await isStopped(row.id, removed)) return;
      [after, afterVersion] = [page.next, page.nextVersion];
    }
    await end(db, row.id, "done");
  };

  /** Adds to the number of removed files; returns whether the removal was stopped. */
  const isStopped = async (id: string, removed: number): Promise<boolean> => {
    const { state } = await db
      .updateTable("bucket_removal")
      .set((eb) => ({
        state: sql<Row["state"]>`case when state = 'waiting' then 'running' else state end`,
        removed: eb("removed", "+", BigInt(removed)),
      }))
      .where("id", "=", id)
      .returning("state")
      .executeTakeFirstOrThrow();
    return state === "stopped";
  };

  const show = async (reader: Db, teamId: string, id: string): Promise<Removal> => {
    const row = await reader
      .selectFrom("bucket_removal")
      .selectAll()
      .where("id", "=", uuidOf(id))
      .where("team_id", "=", teamId)
      .executeTakeFirstOrThrow(notFound);
    return removalOf(row);
  };

  return {
    /** Starts a removal. Files put later are not deleted. `withVersions` permanently deletes all versions that are not locked. */
    async start(trx: Trx, bucket: Bucket, prefix: string, withVersions: boolean): Promise<Removal> {
      if (!isStorable(prefix)) throw new AppError("OBJECT_KEY_INVALID");
      const { total, newest } = await objectsBelow(trx, bucket.id, prefix)
        .select((eb) => [eb.fn.countAll<bigint>().as("total"), eb.fn.max("modified_at").as("newest")])
        .executeTakeFirstOrThrow();
      const versions = withVersions ? await versionsBelow(trx, bucket.id, prefix) : { total: 0n, newest: null };
      const row = {
        id: randomUUID(),
        team_id: bucket.teamId,
        bucket_id: bucket.id,
        bucket_name: bucket.name,
        prefix,
        state: "waiting" as const,
        total: total + versions.total,
        removed: 0n,
        with_versions: withVersions,
        // At least the newest file's time: the clock may have been set back since.
        created_at: new Date(Math.max(Date.now(), newest?.getTime() ?? 0, versions.newest?.getTime() ?? 0)),
        ended_at: null,
      };
      await trx.insertInto("bucket_removal").values(row).execute();
      await jobs.send(trx, queue, { id: row.id });
      return removalOf(row);
    },
    show,
    /** Stops a removal after its current batch. */
    async stop(trx: Trx, teamId: string, id: string): Promise<Removal> {
      await show(trx, teamId, id);
      await end(trx, id, "stopped");
      return show(trx, teamId, id);
    },
    /** Defines the job queue. Call it before the first removal. */
    define: (): Promise<void> => jobs.define(queue, { concurrency: removalsAtOnce, retries, expireSeconds }),
    work: (): Promise<void> => jobs.work<{ id: string }>(queue, ({ id }, signal) => run(id, signal)),
  };
};

type Row = RowOf<"bucket_removal">;

const hasEnded = ({ state }: Row): boolean => state === "done" || state === "stopped";

const end = (db: Db, id: string, state: "done" | "stopped") =>
  db
    .updateTable("bucket_removal")
    .set({ state, ended_at: new Date() })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .execute();

const objectsBelow = (db: Db, bucketId: string, prefix: string) => {
  const end = prefix === "" ? undefined : afterPrefix(prefix);
  return db
    .selectFrom("bucket_object")
    .where("bucket_id", "=", bucketId)
    .where("key", ">=", prefix)
    .$if(end !== undefined, (query) => query.where("key", "<", end!));
};

const versionsBelow = (db: Db, bucketId: string, prefix: string) => {
  const end = prefix === "" ? undefined : afterPrefix(prefix);
  return db
    .selectFrom("bucket_version")
    .select((eb) => [eb.fn.countAll<bigint>().as("total"), eb.fn.max("modified_at").as("newest")])
    .where("bucket_id", "=", bucketId)
    .where("key", ">=", prefix)
    .$if(end !== undefined, (query) => query.where("key", "<", end!))
    .executeTakeFirstOrThrow();
};

const keysBelow = async (db: Db, row: Row, after: string): Promise<string[]> => {
  const rows = await objectsBelow(db, row.bucket_id, row.prefix)
    .select("key")
    .where("modified_at", "<=", row.created_at)
    .where("key", ">=", after)
    .orderBy("key")
    .limit(keysAtOnce)
    .execute();
  return rows.map(({ key }) => key);
};

const removalOf = (row: Row): Removal => ({
  id: row.id,
  bucket: row.bucket_name,
  prefix: row.prefix,
  state: row.state,
  total: Number(row.total),
  removed: Number(row.removed),
});
