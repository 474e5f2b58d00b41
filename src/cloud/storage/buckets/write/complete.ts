/** Completes multipart uploads: joins the requested parts, in order, into one object. */
import { AppError } from "../../../kernel/app-error.ts";
import type { Blocks, PreparedFile } from "../../../engines/blocks/blocks.ts";
import { isStagedMissing } from "../../../engines/blocks/store/staged-files.ts";
import type { Db, Trx } from "../../../engines/database/database.ts";
import type { RowOf } from "../../../engines/database/tables.ts";
import { retryOnConflict } from "./conflict.ts";
import { orDiskFull } from "./failures.ts";
import type { Bucket, Checks, Checksums, StoredObject, Upload, WriteCondition, Buckets } from "../model.ts";
import type { Staging } from "./staging.ts";
import { applyChanges, type WriteDeps } from "./write.ts";
import { createHash } from "node:crypto";
import { objectBytesMax, partBytesMin } from "../../../../../resources/storage/limits.ts";
import { createChecksum, type ChecksumAlgorithm } from "../../checksums.ts";

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
      return await orDiskFull(staging.useParts(parts, blocks.prepareJoined));
    } catch (error) {
      // A part was replaced, or the upload completed or aborted, during the read.
      if (isStagedMissing(error)) throw new AppError("UPLOAD_PART_INVALID");
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
    lock: upload.lock,
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
  return outcome as StoredObject;
};

const checkChecksums = (expected: Checksums, computed: Checksums): void => {
  const isSame = ([name, value]: readonly [string, string]): boolean => {
    const own = computed[name as keyof Checksums];
    // Some clients send a checksum of checksums without the number of parts.
    return own === value || own?.replace(/-\d+$/, "") === value;
  };
  if (!Object.entries(expected).every(isSame)) throw new AppError("UPLOAD_CHECKSUM");
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

type PartRow = RowOf<"bucket_part">;

interface Wanted {
  readonly number: number;
  readonly etag: string;
  readonly checksums: Checksums;
}

/**
 * Returns the requested parts, in order. Throws UPLOAD_PART_ORDER, UPLOAD_PART_INVALID for a missing or different part,
 * UPLOAD_PART_TOO_SMALL and OBJECT_TOO_LARGE.
 */
const choose = (stored: readonly PartRow[], wanted: readonly Wanted[]): PartRow[] => {
  if (wanted.length === 0) throw new AppError("UPLOAD_PART_INVALID");
  if (wanted.some(({ number }, index) => index > 0 && number <= wanted[index - 1]!.number))
    throw new AppError("UPLOAD_PART_ORDER");
  const byNumber = new Map(stored.map((part) => [part.number, part]));
  const parts = wanted.map((want) => {
    const part = byNumber.get(want.number);
    if (!part || part.etag !== want.etag || !hasChecksums(want.checksums, part))
      throw new AppError("UPLOAD_PART_INVALID");
    return part;
  });
  if (parts.slice(0, -1).some((part) => part.size_bytes < partBytesMin)) throw new AppError("UPLOAD_PART_TOO_SMALL");
  if (parts.reduce((sum, part) => sum + part.size_bytes, 0n) > objectBytesMax) throw new AppError("OBJECT_TOO_LARGE");
  return parts;
};

/** Returns the multipart ETag: the MD5 of the parts' MD5s, a hyphen, and the number of parts. */
const etagOf = (parts: readonly PartRow[]): string => {
  const md5 = createHash("md5");
  for (const { etag } of parts) md5.update(Buffer.from(etag, "hex"));
  return `${md5.digest("hex")}-${parts.length}`;
};

/** Returns the object's part sizes and checksum. If a part lacks the upload's checksum, the object has none. */
const checksOf = ({ checksumAlgorithm: algorithm, checksumType }: Upload, parts: readonly PartRow[]): Checks => {
  const partSizes = parts.map((part) => Number(part.size_bytes));
  const ofParts = parts.map(({ checksums }) => (algorithm ? checksums[algorithm] : undefined));
  if (!algorithm || !ofParts.every((checksum) => checksum !== undefined)) return { checksums: {}, partSizes };
  const type = isCombinable(algorithm) && checksumType === "FULL_OBJECT" ? "FULL_OBJECT" : "COMPOSITE";
  const runs = ofParts.map((checksum, index) => ({ checksum, sizeBytes: partSizes[index]! }));
  const whole = type === "FULL_OBJECT" ? combineCrcs(algorithm, runs) : checksumOfChecksums(algorithm, ofParts);
  return { checksums: { [algorithm]: whole }, checksumType: type, partSizes, partChecksums: ofParts };
};

const hasChecksums = (expected: Checksums, part: PartRow): boolean =>
  Object.entries(expected).every(
    ([algorithm, checksum]) => part.checksums[algorithm as ChecksumAlgorithm] === checksum,
  );

const checksumOfChecksums = (algorithm: ChecksumAlgorithm, checksums: readonly string[]): string => {
  const whole = createChecksum(algorithm);
  for (const checksum of checksums) whole.update(Buffer.from(checksum, "base64"));
  return `${whole.digest()}-${checksums.length}`;
};

/**
 * Combines CRCs of consecutive byte runs. Appending n bytes multiplies the first CRC by x^(8n) modulo the polynomial: a
 * matrix over GF(2), raised to the power n by repeated squaring. All CRCs here are reflected.
 */
interface Crc {
  readonly bits: number;
  /** Bit-reversed. */
  readonly polynomial: bigint;
}

const crcs: Readonly<Partial<Record<ChecksumAlgorithm, Crc>>> = {
  CRC32: { bits: 32, polynomial: 0xedb88320n },
  CRC32C: { bits: 32, polynomial: 0x82f63b78n },
  CRC64NVME: { bits: 64, polynomial: 0x9a6c9329ac4bc9b5n },
};

/** Whether a whole file's checksum can be computed from the checksums of its parts. */
const isCombinable = (algorithm: ChecksumAlgorithm): boolean => crcs[algorithm] !== undefined;

/** Returns the base64 CRC of consecutive runs with the given base64 CRCs. */
const combineCrcs = (
  algorithm: ChecksumAlgorithm,
  runs: readonly { readonly checksum: string; readonly sizeBytes: number }[],
): string => {
  const crc = crcs[algorithm];
  if (!crc) throw new Error(`${algorithm} can't be computed from the checksums of parts.`);
  let combined = 0n;
  for (const { checksum, sizeBytes } of runs) {
    combined = shifted(crc, combined, sizeBytes) ^ BigInt(`0x${Buffer.from(checksum, "base64").toString("hex")}`);
  }
  return Buffer.from(combined.toString(16).padStart(crc.bits / 4, "0"), "hex").toString("base64");
};

type Matrix = readonly bigint[];

const shifted = ({ bits, polynomial }: Crc, crc: bigint, bytes: number): bigint => {
  if (crc === 0n) return crc;
  const oneBit: Matrix = Array.from({ length: bits }, (_, row) => (row === 0 ? polynomial : 1n << BigInt(row - 1)));
  let matrix = square(square(square(oneBit)));
  let value = crc;
  for (let left = bytes; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) value = times(matrix, value);
    if (left > 1) matrix = square(matrix);
  }
  return value;
};

const times = (matrix: Matrix, vector: bigint): bigint => {
  let product = 0n;
  for (let row = 0, left = vector; left > 0n; row += 1, left >>= 1n) if (left & 1n) product ^= matrix[row]!;
  return product;
};

const square = (matrix: Matrix): Matrix => matrix.map((row) => times(matrix, row));
