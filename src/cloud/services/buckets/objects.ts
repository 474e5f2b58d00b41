/** Puts, copies, reads and removes objects. */
import { CID } from "multiformats/cid";
import { AppError } from "../../app-error.ts";
import type { Blocks, PreparedFile } from "../../engines/blocks/blocks.ts";
import type { Db } from "../../engines/database/database.ts";
import type { Writer } from "./batch.ts";
import { orDiskFull } from "./failures.ts";
import { listObjects } from "./list.ts";
import { createLookUp } from "./look-up.ts";
import { checkAttributes, checkKey, isKey } from "./names.ts";
import type { Bodies } from "./receive.ts";
import { objectColumns, objectOf } from "./rows.ts";
import type { Attributes, Bucket, Buckets, StoredObject } from "./service.ts";
import type { Change } from "./write.ts";

export interface ObjectDeps {
  readonly db: Db;
  readonly blocks: Pick<Blocks, "read" | "pour" | "keepRoot" | "remember">;
  readonly bodies: Bodies;
  readonly writer: Writer;
  /** Called after a bucket's objects change. */
  changed(bucket: Bucket): void;
}

type Objects = Pick<Buckets, "put" | "copy" | "head" | "read" | "pour" | "removeObjects" | "setTags" | "list">;

export const createObjects = ({ db, blocks, bodies, writer, changed }: ObjectDeps): Objects => {
  const lookUp = createLookUp(db);
  const write = async (bucket: Bucket, changes: readonly Change[]) => {
    const made = await orDiskFull(writer.write(bucket.teamId, changes));
    changed(bucket);
    return made;
  };

  return {
    async put(bucket, key, body, attributes, condition) {
      try {
        checkKey(key);
        checkAttributes(attributes);
      } catch (error) {
        await body.discard();
        throw error;
      }
      const bytes = await bodies.prepare(body);
      try {
        const checks = { checksums: body.checksums, checksumType: "FULL_OBJECT" as const };
        const object = { bytes, etag: body.md5, attributes, checks };
        const [stored] = await write(bucket, [{ bucketId: bucket.id, key, object, condition }]);
        blocks.remember(bytes);
        return stored!;
      } finally {
        await bytes.settle();
      }
    },

    async copy({ object: source }, bucket, key, attributes, condition) {
      const copied = attributes ?? attributesOf(source);
      checkKey(key);
      checkAttributes(copied);
      const { etag, checksums, checksumType, partSizes } = source;
      const checks = { checksums, checksumType, partSizes };
      const object = { bytes: rootOf(source, blocks), etag, attributes: copied, checks };
      const [stored] = await write(bucket, [{ bucketId: bucket.id, key, object, condition }]);
      return stored!;
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
      return removed.flatMap((object) => object?.key ?? []);
    },

    async setTags(bucket, key, tags) {
      const object = await db.transaction().execute(async (trx) => {
        const rows = trx.selectFrom("bucket_object").where("bucket_id", "=", bucket.id).where("key", "=", key);
        const row = isKey(key) ? await rows.select(objectColumns).forUpdate().executeTakeFirst() : undefined;
        if (!row) return undefined;
        const attributes = { ...row.attributes, tags };
        checkAttributes(attributes);
        await trx
          .updateTable("bucket_object")
          .set({ attributes: JSON.stringify(attributes) })
          .where("bucket_id", "=", bucket.id)
          .where("key", "=", key)
          .execute();
        return row;
      });
      if (!object) throw new AppError("OBJECT_MISSING");
      changed(bucket);
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
