/** Creates, finds and configures buckets. */
import { randomUUID } from "node:crypto";
import type { BucketVisibility } from "../../../../resources/bucket/buckets.ts";
import { bucketsPerTeam } from "../../../../resources/bucket/limits.ts";
import { AppError } from "../../app-error.ts";
import type { Db } from "../../engines/database/database.ts";
import type { Realtime } from "../../engines/realtime/realtime.ts";
import { createLookupCache } from "../lookup-cache.ts";
import { checkBucketName, isBucketName } from "./names.ts";
import { bucketColumns, bucketOf } from "./rows.ts";
import type { Bucket, Buckets, OnHide } from "./service.ts";
import { countOf } from "../list-query.ts";

/** Maximum age of cached buckets in other processes if a change signal is lost. */
const cacheMs = 2000;
const changedSignal = "bucketsChanged";

type Registry = Pick<Buckets, "create" | "find" | "listOf" | "setCors" | "setPolicy" | "setVisibility"> & {
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
  realtime.onSignal(changedSignal, cache.clear);
  const forget = (): void => {
    cache.clear();
    realtime.signal(changedSignal);
  };

  const change = async (
    bucket: Bucket,
    values: { cors: string | null } | { policy: string | null },
    visibility?: BucketVisibility,
  ): Promise<void> => {
    const { numUpdatedRows } = await db
      .updateTable("bucket")
      .set(values)
      .where("id", "=", bucket.id)
      .$if(visibility !== undefined, (query) => query.where("visibility", "=", visibility!))
      .executeTakeFirst();
    forget();
    if (numUpdatedRows > 0n) return;
    throw new AppError((await findBucket(db, bucket.name))?.id === bucket.id ? "BUCKET_PRIVATE" : "NOT_FOUND");
  };

  return {
    async create(teamId, name, visibility = "private") {
      checkBucketName(name);
      const bucket = await db.transaction().execute(async (trx) => {
        // Serializes creation, so concurrent requests can't exceed the limit.
        const team = trx.selectFrom("team").select("id").where("id", "=", teamId).forNoKeyUpdate();
        if (!(await team.executeTakeFirst())) throw new AppError("NOT_FOUND");
        const existing = await findBucket(trx, name);
        if (existing) throw new AppError(existing.teamId === teamId ? "BUCKET_OWNED" : "BUCKET_TAKEN");
        const count = await countOf(trx.selectFrom("bucket").where("team_id", "=", teamId));
        if (count >= bucketsPerTeam) throw new AppError("BUCKETS_LIMIT");
        const row = await trx
          .insertInto("bucket")
          .values({ id: randomUUID(), team_id: teamId, name, visibility, cors: null, policy: null })
          .onConflict((conflict) => conflict.column("name").doNothing())
          .returning(bucketColumns)
          .executeTakeFirst();
        if (!row) throw new AppError("BUCKET_TAKEN");
        return bucketOf(row);
      });
      forget();
      return bucket;
    },
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
    setPolicy: (bucket, policy) =>
      change(bucket, { policy: policy ?? null }, policy === undefined ? undefined : "public"),
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
    forget,
  };
};

const findBucket = async (db: Db, name: string): Promise<Bucket | undefined> => {
  const row = await db.selectFrom("bucket").select(bucketColumns).where("name", "=", name).executeTakeFirst();
  return row && bucketOf(row);
};
