/** Completes multipart uploads: joins the requested parts, in order, into one object. */
import { AppError } from "../../app-error.ts";
import type { Blocks, PreparedFile } from "../../engines/blocks/blocks.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { RowOf } from "../../engines/database/tables.ts";
import { retryOnConflict } from "./conflict.ts";
import { orDiskFull } from "./failures.ts";
import { checksOf, choose, etagOf, type PartRow } from "./join-parts.ts";
import type { Bucket, Buckets, Checksums, StoredObject, Upload, WriteCondition } from "./service.ts";
import type { Staging } from "./staging.ts";
import { applyChanges, type WriteDeps } from "./write.ts";

interface Deps {
  readonly db: Db;
  readonly blocks: Pick<Blocks, "prepareJoined">;
  readonly staging: Staging;
  readonly writeDeps: WriteDeps;
  changed(bucket: Bucket): void;
}

export const createComplete = ({ db, blocks, staging, writeDeps, changed }: Deps): Pick<Buckets, "complete"> => {
  const join = async (parts: readonly PartRow[]): Promise<PreparedFile> => {
    try {
      return await orDiskFull(blocks.prepareJoined(parts.map(({ file_id }) => staging.partPath(file_id))));
    } catch (error) {
      // A part was replaced, or the upload completed or aborted, during the read.
      if (error instanceof Error && "code" in error && error.code === "ENOENT")
        throw new AppError("UPLOAD_PART_INVALID");
      throw error;
    }
  };

  return {
    async complete(bucket, upload, wanted, condition, expected = {}) {
      const row = await uploadAt(db, upload.id);
      if (row.completed) return revive(row.completed);
      const stored = await partsOf(db, upload.id);
      const parts = choose(stored, wanted);
      checkChecksums(expected, checksOf(upload, parts).checksums);
      const bytes = await join(parts);
      try {
        const finish: Finish = { bucket, upload, stored, parts, bytes, condition };
        const object = await retryOnConflict(() => db.transaction().execute((trx) => commit(trx, finish, writeDeps)));
        await staging.removeParts(stored.map(({ file_id }) => file_id));
        changed(bucket);
        return object;
      } finally {
        await bytes.settle();
      }
    },
  };
};

interface Finish {
  readonly bucket: Bucket;
  readonly upload: Upload;
  /** All stored parts. `parts` are the ones that form the object. */
  readonly stored: readonly PartRow[];
  readonly parts: readonly PartRow[];
  readonly bytes: PreparedFile;
  readonly condition: WriteCondition | undefined;
}

/** Locks the bucket before the upload, in the same order as removing a bucket. */
const commit = async (
  trx: Trx,
  { bucket, upload, stored, parts, bytes, condition }: Finish,
  writeDeps: WriteDeps,
): Promise<StoredObject> => {
  await trx.selectFrom("bucket").select("id").where("id", "=", bucket.id).forNoKeyUpdate().execute();
  const { completed } = await uploadAt(trx, upload.id, true);
  if (completed) return revive(completed);
  const now = await partsOf(trx, upload.id);
  if (!isSame(now, stored)) throw new AppError("UPLOAD_PART_INVALID");
  const releasedBytes = Number(stored.reduce((sum, part) => sum + part.size_bytes, 0n));
  const object = {
    bytes,
    etag: etagOf(parts),
    attributes: upload.attributes,
    checks: checksOf(upload, parts),
    releasedBytes,
  };
  const change = { bucketId: bucket.id, key: upload.key, object, condition };
  const [outcome] = await applyChanges(trx, bucket.teamId, [change], writeDeps);
  if (outcome instanceof AppError) throw outcome;
  await trx.deleteFrom("bucket_part").where("upload_id", "=", upload.id).execute();
  await trx
    .updateTable("bucket_upload")
    .set({ completed: JSON.stringify(outcome), touched_at: new Date() })
    .where("id", "=", upload.id)
    .execute();
  return outcome!;
};

const checkChecksums = (expected: Checksums, computed: Checksums): void => {
  const isOther = Object.entries(expected).some(([name, value]) => computed[name as keyof Checksums] !== value);
  if (isOther) throw new AppError("UPLOAD_CHECKSUM");
};

const uploadAt = async (db: Db, id: string, isLocked = false): Promise<RowOf<"bucket_upload">> => {
  const query = db.selectFrom("bucket_upload").selectAll().where("id", "=", id);
  const row = await (isLocked ? query.forUpdate() : query).executeTakeFirst();
  if (!row) throw new AppError("UPLOAD_MISSING");
  return row;
};

const partsOf = (db: Db, uploadId: string): Promise<PartRow[]> =>
  db.selectFrom("bucket_part").selectAll().where("upload_id", "=", uploadId).orderBy("number").execute();

const isSame = (now: readonly PartRow[], before: readonly PartRow[]): boolean =>
  now.length === before.length && now.every(({ file_id }, index) => file_id === before[index]!.file_id);

/** Restores the dates that JSON stores as text. */
const revive = (object: StoredObject): StoredObject => ({ ...object, modifiedAt: new Date(object.modifiedAt) });
