/** Removes idle uploads, expired completed uploads, parts without a file, and files without a part. */
import { objectUploadIdleSeconds, objectUploadKnownSeconds } from "../../../../resources/storage/limits.ts";
import type { Database } from "../../engines/database/database.ts";
import type { Allowance } from "../../billing/ledger/allowance.ts";
import { secondsFromNow } from "../../kernel/secrets.ts";
import type { Staging } from "./write/staging.ts";
import { removeUpload } from "./write/uploads.ts";

const uploadsAtOnce = 500;

interface Deps {
  readonly database: Pick<Database, "db" | "embedded">;
  readonly staging: Staging;
  readonly allowance: Pick<Allowance, "store">;
}

export const sweepUploads = async (deps: Deps): Promise<void> => {
  const { database, staging } = deps;
  await removeIdle(deps);
  await database.db
    .deleteFrom("bucket_upload")
    .where("completed", "is not", null)
    .where("touched_at", "<", secondsFromNow(-objectUploadKnownSeconds))
    .execute();
  // Without S3, an external database may be shared with another machine that has the files.
  if (database.embedded || staging.isRemote) await removeLostParts(deps);
  await staging.sweepParts(database.db, database.embedded !== undefined);
};

const removeIdle = async ({ database: { db }, staging, allowance }: Deps): Promise<void> => {
  const idle = await db
    .selectFrom("bucket_upload")
    .innerJoin("bucket", "bucket.id", "bucket_upload.bucket_id")
    .select(["bucket_upload.id", "bucket.team_id"])
    .where("completed", "is", null)
    .where("touched_at", "<", secondsFromNow(-objectUploadIdleSeconds))
    .limit(uploadsAtOnce)
    .execute();
  for (const { id, team_id: teamId } of idle) {
    const files = await db.transaction().execute(async (trx) => {
      const upload = await trx
        .selectFrom("bucket_upload")
        .select("id")
        .where("id", "=", id)
        .where("completed", "is", null)
        .where("touched_at", "<", secondsFromNow(-objectUploadIdleSeconds))
        .forUpdate()
        .executeTakeFirst();
      return upload ? removeUpload(trx, allowance, teamId, id) : [];
    });
    await staging.removeParts(files);
  }
};

/** A restored database can list parts whose files were not in the backup. */
const removeLostParts = async ({ database: { db }, staging, allowance }: Deps): Promise<void> => {
  const parts = await db
    .selectFrom("bucket_part")
    .innerJoin("bucket_upload", "bucket_upload.id", "bucket_part.upload_id")
    .innerJoin("bucket", "bucket.id", "bucket_upload.bucket_id")
    .select(["file_id", "bucket.team_id"])
    .execute();
  // Check files after reading rows: a file is created before its row and deleted after it.
  const lost = await staging.missing(parts.map(({ file_id }) => file_id));
  for (const { file_id: fileId, team_id: teamId } of parts.filter((part) => lost.has(part.file_id))) {
    await db.transaction().execute(async (trx) => {
      const removed = await trx
        .deleteFrom("bucket_part")
        .where("file_id", "=", fileId)
        .returning("size_bytes")
        .executeTakeFirst();
      if (removed) await allowance.store(trx, teamId, -removed.size_bytes);
    });
  }
};
