/**
 * Unfinished multipart uploads. Parts are staged files with database rows, so they survive a restart, and any process can
 * complete the upload. They count toward the team's storage until the upload is completed or aborted.
 */
import { CID } from "multiformats/cid";
import { partNumberMax } from "../../../../../resources/storage/limits.ts";
import { AppError } from "../../../kernel/app-error.ts";
import type { Blocks } from "../../../engines/blocks/blocks.ts";
import type { Db, Trx } from "../../../engines/database/database.ts";
import type { RowOf } from "../../../engines/database/tables.ts";
import type { Allowance } from "../../../billing/ledger/allowance.ts";
import { isUuid } from "../../../kernel/uuid.ts";
import { orDiskFull } from "./failures.ts";
import { checkAttributes, checkKey, isKey } from "../names.ts";
import type { Bodies } from "./receive.ts";
import { uploadOf } from "../rows.ts";
import type { Part, Upload, ListOptions, Buckets } from "../model.ts";
import type { Staging } from "./staging.ts";
import { randomBytes } from "node:crypto";
import { afterPrefix, commonPrefixOf, rangeOf } from "../read/list.ts";

export interface UploadDeps {
  readonly db: Db;
  readonly blocks: Pick<Blocks, "read">;
  readonly bodies: Bodies;
  readonly staging: Staging;
  readonly allowance: Pick<Allowance, "store">;
}

type Uploads = Pick<
  Buckets,
  "createUpload" | "findUpload" | "putPart" | "copyPart" | "listParts" | "abort" | "listUploads"
>;

export const createUploads = ({ db, blocks, bodies, staging, allowance }: UploadDeps): Uploads => {
  const putPart: Buckets["putPart"] = async (bucket, upload, number, body) => {
    if (!Number.isInteger(number) || number < 1 || number > partNumberMax) {
      await body.discard();
      throw new AppError("UPLOAD_PART_INVALID");
    }
    const { sizeBytes, md5, checksums } = body;
    const fileId = await bodies.keepAsPart(body);
    const row = {
      number,
      file_id: fileId,
      size_bytes: BigInt(sizeBytes),
      etag: md5,
      checksums: JSON.stringify(checksums),
      modified_at: new Date(),
    };
    let replaced: PartFile | undefined;
    try {
      replaced = await orDiskFull(
        db.transaction().execute(async (trx) => {
          await lockOpenUpload(trx, upload.id);
          const old = await takePart(trx, upload.id, number);
          await trx
            .insertInto("bucket_part")
            .values({ upload_id: upload.id, ...row })
            .execute();
          await trx
            .updateTable("bucket_upload")
            .set({ touched_at: row.modified_at })
            .where("id", "=", upload.id)
            .execute();
          await allowance.store(trx, bucket.teamId, row.size_bytes - (old?.size_bytes ?? 0n));
          return old;
        }),
      );
      staging.releasePart(fileId);
    } catch (error) {
      await staging.removeParts([fileId]);
      throw error;
    }
    if (replaced) await staging.removeParts([replaced.file_id]);
    return partOf({ ...row, checksums });
  };

  return {
    async createUpload(bucket, { key, attributes, checksumAlgorithm, checksumType, lock }) {
      checkKey(key);
      checkAttributes(attributes);
      const now = new Date();
      const upload: Upload = {
        id: newUploadId(),
        key,
        attributes,
        checksumAlgorithm,
        checksumType,
        lock,
        createdAt: now,
      };
      await db.transaction().execute(async (trx) => {
        const parent = trx.selectFrom("bucket").select("id").where("id", "=", bucket.id).forKeyShare();
        if (!(await parent.executeTakeFirst())) throw new AppError("NOT_FOUND");
        await trx
          .insertInto("bucket_upload")
          .values({
            id: upload.id,
            bucket_id: bucket.id,
            key,
            attributes: JSON.stringify(attributes),
            checksum_algorithm: checksumAlgorithm ?? null,
            checksum_type: checksumType ?? null,
            lock: lock ? JSON.stringify(lock) : null,
            completed: null,
            created_at: now,
            touched_at: now,
          })
          .execute();
      });
      return upload;
    },

    async findUpload(bucket, key, id) {
      if (!isUuid(id) || !isKey(key)) return undefined;
      const row = await db
        .selectFrom("bucket_upload")
        .selectAll()
        .where("id", "=", id)
        .where("bucket_id", "=", bucket.id)
        .where("key", "=", key)
        .executeTakeFirst();
      return row && uploadOf(row);
    },

    putPart,

    async copyPart(bucket, upload, number, source, range) {
      const sizeBytes = range ? range.end - range.start + 1 : source.sizeBytes;
      const checksums = upload.checksumAlgorithm ? [upload.checksumAlgorithm] : [];
      const stream = await blocks.read(CID.parse(source.cid), range);
      const body = await bodies.receive(stream, { teamId: bucket.teamId, sizeBytes, checksums, asPart: true });
      return putPart(bucket, upload, number, body);
    },

    async listParts({ id }, { after, limit }) {
      const rows = await db
        .selectFrom("bucket_part")
        .selectAll()
        .where("upload_id", "=", id)
        .where("number", ">", after)
        .orderBy("number")
        .limit(limit)
        .execute();
      return rows.map(partOf);
    },

    async abort(bucket, { id }) {
      const parts = await db.transaction().execute(async (trx) => {
        await lockOpenUpload(trx, id);
        return removeUpload(trx, allowance, bucket.teamId, id);
      });
      await staging.removeParts(parts);
    },

    listUploads: (bucket, options) => listUploads(db, bucket.id, options),
  };
};

type PartRow = RowOf<"bucket_part">;
type PartFile = Pick<PartRow, "file_id" | "size_bytes">;

/** Removes an upload locked by the caller. Returns the part files to remove after the commit. */
export const removeUpload = async (
  trx: Trx,
  allowance: Pick<Allowance, "store">,
  teamId: string,
  uploadId: string,
): Promise<string[]> => {
  const parts = await trx
    .deleteFrom("bucket_part")
    .where("upload_id", "=", uploadId)
    .returning(["file_id", "size_bytes"])
    .execute();
  await trx.deleteFrom("bucket_upload").where("id", "=", uploadId).execute();
  const bytes = parts.reduce((sum, part) => sum + part.size_bytes, 0n);
  if (bytes > 0n) await allowance.store(trx, teamId, -bytes);
  return parts.map(({ file_id }) => file_id);
};

/** Locks an upload until the transaction ends. Throws UPLOAD_MISSING if it is missing or completed. */
export const lockOpenUpload = async (trx: Trx, id: string): Promise<void> => {
  const row = trx.selectFrom("bucket_upload").select("completed").where("id", "=", id).forUpdate();
  const upload = await row.executeTakeFirst();
  if (!upload || upload.completed) throw new AppError("UPLOAD_MISSING");
};

const takePart = (trx: Trx, uploadId: string, number: number): Promise<PartFile | undefined> =>
  trx
    .deleteFrom("bucket_part")
    .where("upload_id", "=", uploadId)
    .where("number", "=", number)
    .returning(["file_id", "size_bytes"])
    .executeTakeFirst();

const partOf = (
  row: Pick<PartRow, "number" | "size_bytes" | "etag" | "modified_at"> & Pick<Part, "checksums">,
): Part => ({
  number: row.number,
  sizeBytes: Number(row.size_bytes),
  etag: row.etag,
  checksums: row.checksums,
  modifiedAt: row.modified_at,
});

/** Creates a UUIDv7 (RFC 9562): IDs sort by creation time. */
const newUploadId = (now = Date.now()): string => {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
};

type Options = ListOptions & { readonly afterUpload?: string | undefined };
type Page = Awaited<ReturnType<Buckets["listUploads"]>>;

/** Start of the next query: from `key`, or after the upload `id` of this key. */
interface Place {
  readonly key: string;
  readonly id: string | undefined;
}

/** Lists unfinished uploads by key, then by time, with common prefixes. */
const listUploads = async (db: Db, bucketId: string, options: Options): Promise<Page> => {
  const { prefix, delimiter, limit, after, afterUpload } = options;
  const range = rangeOf(options);
  const entries: Upload[] = [];
  const prefixes: string[] = [];
  const isInside = after !== "" && afterUpload !== undefined && isUuid(afterUpload);
  let place: Place | undefined = isInside
    ? { key: after, id: afterUpload }
    : range && { key: range.from, id: undefined };
  let last: Pick<Page, "next" | "nextUpload"> = { next: undefined, nextUpload: undefined };
  while (range && place && limit > 0) {
    const rows = await rowsFrom(db, bucketId, place, range.end, limit + 1);
    place = undefined;
    for (const row of rows) {
      if (entries.length + prefixes.length === limit) return { entries, prefixes, ...last };
      const folder = commonPrefixOf(row.key, prefix, delimiter);
      if (folder === undefined) {
        entries.push(uploadOf(row));
        last = { next: row.key, nextUpload: row.id };
        place = { key: row.key, id: row.id };
        continue;
      }
      prefixes.push(folder);
      last = { next: folder, nextUpload: undefined };
      const behind = afterPrefix(folder);
      place = behind === undefined ? undefined : { key: behind, id: undefined };
      break;
    }
  }
  return { entries, prefixes, next: undefined, nextUpload: undefined };
};

const rowsFrom = (db: Db, bucketId: string, { key, id }: Place, end: string | undefined, limit: number) =>
  db
    .selectFrom("bucket_upload")
    .selectAll()
    .where("bucket_id", "=", bucketId)
    .where("completed", "is", null)
    .$if(end !== undefined, (query) => query.where("key", "<", end!))
    .where(({ eb, refTuple, tuple }) =>
      id === undefined ? eb("key", ">=", key) : eb(refTuple("key", "id"), ">", tuple(key, id)),
    )
    .orderBy("key")
    .orderBy("id")
    .limit(limit)
    .execute();
