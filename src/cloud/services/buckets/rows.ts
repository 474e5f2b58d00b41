/** Converts rows of buckets, objects and uploads to the service's types. */
import { CID } from "multiformats/cid";
import type { Attributes, Bucket, Checksums, CorsRule, StoredObject, Upload } from "./service.ts";
import type { RowOf } from "../../engines/database/tables.ts";
import type { ChecksumAlgorithm } from "../checksums.ts";
import { camelRow } from "../present.ts";

declare module "../../engines/database/tables.ts" {
  interface ColumnTypes {
    "bucket.cors": readonly CorsRule[];
    "bucket_object.attributes": Attributes;
    "bucket_object.checks": Pick<StoredObject, "checksums" | "checksumType" | "partSizes">;
    "bucket_upload.attributes": Attributes;
    "bucket_upload.checksum_algorithm": ChecksumAlgorithm;
    "bucket_upload.completed": StoredObject;
    "bucket_part.checksums": Checksums;
  }
}

export const objectColumns = ["key", "cid", "size_bytes", "etag", "attributes", "checks", "modified_at"] as const;
export type ObjectRow = Pick<RowOf<"bucket_object">, (typeof objectColumns)[number]>;

export const objectOf = (row: ObjectRow): StoredObject => ({
  ...row.attributes,
  ...row.checks,
  key: row.key,
  cid: CID.decode(row.cid).toString(),
  sizeBytes: Number(row.size_bytes),
  etag: row.etag,
  modifiedAt: row.modified_at,
});

export const bucketColumns = [
  "id",
  "team_id",
  "name",
  "cors",
  "policy",
  "visibility",
  "arweave_sync",
  "created_at",
] as const;
type BucketRow = Pick<RowOf<"bucket">, (typeof bucketColumns)[number]>;

export const bucketOf = (row: BucketRow): Bucket => ({
  ...camelRow(row),
  cors: row.cors ?? undefined,
  policy: row.policy ?? undefined,
});

export const uploadOf = (row: RowOf<"bucket_upload">): Upload => ({
  id: row.id,
  key: row.key,
  attributes: row.attributes,
  checksumAlgorithm: row.checksum_algorithm ?? undefined,
  checksumType: row.checksum_type ?? undefined,
  createdAt: row.created_at,
});
