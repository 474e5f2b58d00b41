/** Puts, copies, reads and removes objects. */
import { CID } from "multiformats/cid";
import type { Blocks, PreparedFile } from "../../engines/blocks/blocks.ts";
import type { Db } from "../../engines/database/database.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Writer } from "./write/batch.ts";
import { orDiskFull } from "./write/failures.ts";
import { listObjects } from "./read/list.ts";
import { createLookUp } from "./read/look-up.ts";
import type { Attributes, Bucket, Buckets, StoredObject } from "./model.ts";
import { checkAttributes, checkKey, isKey } from "./names.ts";
import type { Bodies } from "./write/receive.ts";
import { objectOf } from "./rows.ts";
import type { Change, Removed } from "./write/write.ts";

interface ObjectDeps {
  readonly db: Db;
  readonly blocks: Pick<Blocks, "read" | "pour" | "keepRoot" | "remember">;
  readonly bodies: Bodies;
  readonly writer: Writer;
  /** Called after a bucket's objects change. */
  changed(bucket: Bucket): void;
}

type Objects = Pick<Buckets, "put" | "copy" | "head" | "read" | "pour" | "removeObjects" | "list">;

export const createObjects = ({ db, blocks, bodies, writer, changed }: ObjectDeps): Objects => {
  const lookUp = createLookUp(db);
  const write = async (bucket: Bucket, changes: readonly Change[]) => {
    const made = await orDiskFull(writer.write(bucket.teamId, changes));
    changed(bucket);
    return made;
  };

  return {
    async put(bucket, key, body, attributes, condition, lock) {
      try {
        checkKey(key);
        checkAttributes(attributes);
      } catch (error) {
        await body.discard();
        throw error;
      }
      const bytes = await bodies.prepare(body);
      let isStored = false;
      try {
        const checks = { checksums: body.checksums, checksumType: "FULL_OBJECT" as const };
        const object = { bytes, etag: body.md5, attributes, checks, lock };
        const [stored] = await write(bucket, [{ bucketId: bucket.id, key, object, condition }]);
        isStored = true;
        blocks.remember(bytes);
        return stored as StoredObject;
      } finally {
        await bytes.settle(isStored);
      }
    },

    async copy({ object: source }, bucket, key, attributes, condition, lock) {
      const copied = attributes ?? attributesOf(source);
      checkKey(key);
      checkAttributes(copied);
      const { etag, checksums, checksumType, partSizes, partChecksums } = source;
      const checks = { checksums, checksumType, partSizes, partChecksums };
      const object = { bytes: rootOf(source, blocks), etag, attributes: copied, checks, lock };
      const [stored] = await write(bucket, [{ bucketId: bucket.id, key, object, condition }]);
      return stored as StoredObject;
    },

    async head({ id: bucketId }, key) {
      const row = isKey(key) ? await lookUp({ bucketId, key }) : undefined;
      return row && objectOf(row);
    },

    read: ({ cid }, range) => blocks.read(CID.parse(cid), range),
    pour: ({ cid }, range, take) => blocks.pour(CID.parse(cid), range, take),

    async removeObjects(bucket, keys) {
      const changes = keys.filter(isKey).map((key) => ({ bucketId: bucket.id, key, object: undefined }));
      const removed = await write(bucket, changes);
      return removed.flatMap((outcome) => (outcome as Removed).object?.key ?? []);
    },

    list: (bucket, options) => listObjects(db, bucket.id, options),
  };
};

const attributesOf = (object: StoredObject): Attributes => ({
  contentType: object.contentType,
  cacheControl: object.cacheControl,
  contentDisposition: object.contentDisposition,
  contentEncoding: object.contentEncoding,
  contentLanguage: object.contentLanguage,
  expires: object.expires,
  metadata: object.metadata,
  tags: object.tags,
});

/** References stored content. Recording throws OBJECT_MISSING if it was deleted before the transaction. */
const rootOf = ({ cid, sizeBytes }: StoredObject, blocks: Pick<Blocks, "keepRoot">): PreparedFile => ({
  cid,
  sizeBytes,
  async record(trx) {
    if (!(await blocks.keepRoot(trx, cid))) throw new AppError("OBJECT_MISSING");
  },
  settle: async () => undefined,
});
