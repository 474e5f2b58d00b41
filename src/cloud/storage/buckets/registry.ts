/** Creates, finds, configures and removes buckets. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { isFull } from "../../../../resources/declare/define.ts";
import { buckets as resource, type BucketVisibility } from "../../../../resources/storage/buckets.ts";
import type { Allowance } from "../../billing/ledger/allowance.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { Realtime } from "../../engines/realtime/realtime.ts";
import { AppError } from "../../kernel/app-error.ts";
import { countOf } from "../../kernel/calls/list-query.ts";
import { everywhere } from "../../kernel/events.ts";
import { createLookupCache } from "../../lib/lookup-cache.ts";
import type { Bucket, Buckets, OnHide, OnRemove } from "./model.ts";
import { checkBucketName, isBucketName } from "./names.ts";
import { bucketColumns, bucketOf } from "./rows.ts";

/** Maximum age of cached buckets in other processes if a change signal is lost. */
const cacheMs = 2000;

type Registry = Pick<
  Buckets,
  | "create"
  | "insert"
  | "find"
  | "listOf"
  | "setCors"
  | "setPolicy"
  | "setVisibility"
  | "setVersioning"
  | "setObjectLock"
  | "setLifecycle"
> & {
  /** Clears the cache in all processes. Call it after other code changes or removes buckets. */
  forget(): void;
};

interface RegistryDeps {
  readonly db: Db;
  readonly realtime: Pick<Realtime, "signal" | "onSignal">;
  readonly hiding: OnHide;
}

export const createRegistry = ({ db, realtime, hiding: runHideGuards }: RegistryDeps): Registry => {
  const cache = createLookupCache(cacheMs, (name) => findBucket(db, name));
  const forget = everywhere(realtime, "bucketsChanged", cache.clear);

  const change = async (
    bucket: Pick<Bucket, "id" | "name">,
    values: { cors: string | null } | { policy: string | null },
    {
      visibility,
      reader = db,
    }: { readonly visibility?: BucketVisibility | undefined; readonly reader?: Db | undefined } = {},
  ): Promise<void> => {
    const { numUpdatedRows } = await reader
      .updateTable("bucket")
      .set(values)
      .where("id", "=", bucket.id)
      .$if(visibility !== undefined, (query) => query.where("visibility", "=", visibility!))
      .executeTakeFirst();
    if (reader === db) forget();
    if (numUpdatedRows > 0n) return;
    throw new AppError((await findBucket(reader, bucket.name))?.id === bucket.id ? "BUCKET_PRIVATE" : "NOT_FOUND");
  };

  return {
    async create(...bucket) {
      const created = await db.transaction().execute((trx) => insertBucket(trx, ...bucket));
      forget();
      return created;
    },
    insert: insertBucket,
    find: async (name) => (isBucketName(name) ? cache.get(name) : undefined),
    async listOf(teamId, reader = db) {
      const rows = await reader
        .selectFrom("bucket")
        .select(bucketColumns)
        .where("team_id", "=", teamId)
        .orderBy("name")
        .execute();
      return rows.map(bucketOf);
    },
    setCors: (bucket, rules) => change(bucket, { cors: rules ? JSON.stringify(rules) : null }),
    setPolicy: (bucket, policy, reader) =>
      change(bucket, { policy: policy ?? null }, { visibility: policy === undefined ? undefined : "public", reader }),
    async setVisibility(trx, bucket, visibility) {
      const { numUpdatedRows } = await trx
        .updateTable("bucket")
        .set({ visibility, ...(visibility === "private" && { policy: null }) })
        .where("id", "=", bucket.id)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new AppError("NOT_FOUND");
      // Assigning a public address locks the same row.
      if (visibility === "private") await runHideGuards(trx, bucket);
    },
    async setVersioning(bucket, versioning, reader = db) {
      const row = await reader
        .updateTable("bucket")
        .set({ versioning: sql`case when object_lock is null then ${versioning} else 'Enabled' end` })
        .where("id", "=", bucket.id)
        .returning("versioning")
        .executeTakeFirst();
      if (reader === db) forget();
      if (!row) throw new AppError("NOT_FOUND");
      if (row.versioning !== versioning) throw new AppError("BUCKET_LOCKED");
    },
    async setLifecycle(bucket, rules, reader = db) {
      const { numUpdatedRows } = await reader
        .updateTable("bucket")
        .set({ lifecycle: rules.length > 0 ? JSON.stringify(rules) : null, lifecycle_ran_at: new Date() })
        .where("id", "=", bucket.id)
        .executeTakeFirst();
      if (reader === db) forget();
      if (numUpdatedRows === 0n) throw new AppError("NOT_FOUND");
    },
    async setObjectLock(bucket, lock) {
      const { numUpdatedRows } = await db
        .updateTable("bucket")
        .set({ object_lock: JSON.stringify(lock) })
        .where("id", "=", bucket.id)
        .where("versioning", "=", "Enabled")
        .executeTakeFirst();
      forget();
      if (numUpdatedRows === 0n) throw new AppError("BUCKET_UNVERSIONED");
    },
    forget,
  };
};

const insertBucket: Buckets["insert"] = async (
  trx,
  teamId,
  name,
  visibility = "private",
  { hasLock = false, policy = null } = {},
) => {
  checkBucketName(name);
  // Serializes creation, so concurrent requests can't exceed the limit.
  const team = trx.selectFrom("team").select("id").where("id", "=", teamId).forNoKeyUpdate();
  if (!(await team.executeTakeFirst())) throw new AppError("NOT_FOUND");
  const existing = await findBucket(trx, name);
  if (existing) throw new AppError(existing.teamId === teamId ? "BUCKET_OWNED" : "BUCKET_TAKEN");
  const count = await countOf(trx.selectFrom("bucket").where("team_id", "=", teamId));
  if (isFull(resource, count)) throw new AppError("BUCKETS_LIMIT");
  const row = await trx
    .insertInto("bucket")
    .values({ id: randomUUID(), team_id: teamId, name, visibility, cors: null, policy, ...(hasLock && locked) })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .returning(bucketColumns)
    .executeTakeFirst();
  if (!row) throw new AppError("BUCKET_TAKEN");
  return bucketOf(row);
};

const locked = { versioning: "Enabled", object_lock: JSON.stringify({}) } as const;

const findBucket = async (db: Db, name: string): Promise<Bucket | undefined> => {
  const row = await db.selectFrom("bucket").select(bucketColumns).where("name", "=", name).executeTakeFirst();
  return row && bucketOf(row);
};

/**
 * Removes an empty bucket; its unfinished uploads are aborted and their allowance is refunded. Throws BUCKET_NOT_EMPTY.
 * Returns the part files to remove after the commit.
 */
export const removeBucket = async (
  trx: Trx,
  { allowance, removing }: { readonly allowance: Pick<Allowance, "store">; readonly removing: OnRemove },
  bucket: Pick<Bucket, "id" | "teamId">,
): Promise<string[]> => {
  const row = trx.selectFrom("bucket").select("object_count").where("id", "=", bucket.id).forUpdate();
  const { object_count: objects } = (await row.executeTakeFirst()) ?? {};
  if (objects === undefined) throw new AppError("NOT_FOUND");
  if (objects > 0n) throw new AppError("BUCKET_NOT_EMPTY");
  await removing(trx, bucket);
  const parts = await partsOf(trx, [bucket.id]);
  const bytes = parts.reduce((sum, part) => sum + part.size_bytes, 0n);
  if (bytes > 0n) await allowance.store(trx, bucket.teamId, -bytes);
  await trx.deleteFrom("bucket").where("id", "=", bucket.id).execute();
  return parts.map(({ file_id }) => file_id);
};

/**
 * Removes all buckets of a deleted team with their objects; its content owners and storage levels are deleted with the
 * team.
 */
export const removeTeamBuckets = async (trx: Trx, teamId: string): Promise<string[]> => {
  const buckets = await trx
    .selectFrom("bucket")
    .select("id")
    .where("team_id", "=", teamId)
    .orderBy("id")
    .forUpdate()
    .execute();
  const ids = buckets.map(({ id }) => id);
  const parts = await partsOf(trx, ids);
  await trx
    .deleteFrom("bucket")
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
  return parts.map(({ file_id }) => file_id);
};

/** Lists the parts of the buckets' uploads. Locks the uploads, so no part is added concurrently. */
const partsOf = async (trx: Trx, bucketIds: readonly string[]) => {
  await trx
    .selectFrom("bucket_upload")
    .select("id")
    .where("bucket_id", "=", sql<string>`any(${[...bucketIds]}::uuid[])`)
    .orderBy("id")
    .forUpdate()
    .execute();
  return trx
    .selectFrom("bucket_part")
    .innerJoin("bucket_upload", "bucket_upload.id", "bucket_part.upload_id")
    .select(["bucket_part.file_id", "bucket_part.size_bytes"])
    .where("bucket_upload.bucket_id", "=", sql<string>`any(${[...bucketIds]}::uuid[])`)
    .execute();
};
