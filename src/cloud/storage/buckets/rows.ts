/** Converts rows of buckets, objects and uploads to the service's types. */
import { CID } from "multiformats/cid";
import type {
  Attributes,
  Bucket,
  Checks,
  Checksums,
  CorsRule,
  LockConfiguration,
  ObjectLock,
  StoredObject,
  Upload,
  Version,
} from "./model.ts";
import type { LifecycleRule } from "../../../../resources/storage/bucket-rules.ts";
import type { Versioning } from "../../../../resources/storage/buckets.ts";
import type { RowOf } from "../../engines/database/tables.ts";
import type { ChecksumAlgorithm } from "../checksums.ts";
import { camelRow } from "../../kernel/calls/present.ts";

declare module "../../engines/database/tables.ts" {
  interface ColumnTypes {
    "bucket.cors": readonly CorsRule[];
    "bucket.versioning": Versioning;
    "bucket.object_lock": LockConfiguration;
    "bucket.lifecycle": readonly LifecycleRule[];
    "bucket_object.attributes": Attributes;
    "bucket_object.checks": Checks;
    "bucket_object.lock": ObjectLock;
    "bucket_version.attributes": Attributes;
    "bucket_version.checks": Checks;
    "bucket_version.lock": ObjectLock;
    "bucket_upload.attributes": Attributes;
    "bucket_upload.lock": ObjectLock;
    "bucket_upload.checksum_algorithm": ChecksumAlgorithm;
    "bucket_upload.completed": StoredObject;
    "bucket_part.checksums": Checksums;
  }
}

export const objectColumns = [
  "key",
  "cid",
  "size_bytes",
  "etag",
  "attributes",
  "checks",
  "modified_at",
  "version_id",
  "lock",
] as const;
export type ObjectRow = Pick<RowOf<"bucket_object">, (typeof objectColumns)[number]>;

/** ID of versions written while versioning is not enabled. */
export const nullVersion = "null";

export const objectOf = (row: ObjectRow): StoredObject => ({
  ...row.attributes,
  ...row.checks,
  key: row.key,
  cid: CID.decode(row.cid).toString(),
  sizeBytes: Number(row.size_bytes),
  etag: row.etag,
  modifiedAt: row.modified_at,
  ...(row.version_id !== null && { versionId: row.version_id }),
  ...(row.lock && { lock: row.lock }),
});

export type VersionRow = Omit<ObjectRow, "cid" | "version_id"> & {
  /** null for a delete marker. */
  readonly cid: Buffer | null;
  readonly version_id: string;
};

export const versionOf = (row: VersionRow): Version =>
  row.cid === null
    ? { key: row.key, versionId: row.version_id, modifiedAt: row.modified_at, isMarker: true }
    : { ...objectOf({ ...row, cid: row.cid }), versionId: row.version_id, isMarker: false };

export const bucketColumns = [
  "id",
  "team_id",
  "name",
  "cors",
  "policy",
  "visibility",
  "arweave_sync",
  "versioning",
  "object_lock",
  "lifecycle",
  "created_at",
] as const;
type BucketRow = Pick<RowOf<"bucket">, (typeof bucketColumns)[number]>;

export const bucketOf = (row: BucketRow): Bucket => ({
  ...camelRow(row),
  cors: row.cors ?? undefined,
  policy: row.policy ?? undefined,
  versioning: row.versioning ?? undefined,
  objectLock: row.object_lock ?? undefined,
  lifecycle: row.lifecycle ?? undefined,
});

export const uploadOf = (row: RowOf<"bucket_upload">): Upload => ({
  id: row.id,
  key: row.key,
  attributes: row.attributes,
  checksumAlgorithm: row.checksum_algorithm ?? undefined,
  checksumType: row.checksum_type ?? undefined,
  lock: row.lock ?? undefined,
  createdAt: row.created_at,
});
