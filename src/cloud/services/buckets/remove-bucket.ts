/** Removes buckets and their data. */
import { sql } from "kysely";
import { AppError } from "../../app-error.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { Allowance } from "../../ledger/allowance.ts";
import type { Bucket, OnRemove } from "./service.ts";

/**
 * Removes an empty bucket; its unfinished uploads are aborted and their allowance is refunded. Throws BUCKET_NOT_EMPTY.
 * Returns the part files to remove after the commit.
 */
export const removeBucket = (
  db: Db,
  { allowance, removing }: { readonly allowance: Pick<Allowance, "store">; readonly removing: OnRemove },
  bucket: Bucket,
): Promise<string[]> =>
  db.transaction().execute(async (trx) => {
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
  });

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
