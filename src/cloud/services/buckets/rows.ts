/** Converts rows of buckets, objects and uploads to the service's types. */
import type { Selectable } from "kysely";
import { CID } from "multiformats/cid";
import type { Bucket, StoredObject, Upload } from "./service.ts";
import type { BucketObjectTable, BucketTable, BucketUploadTable } from "./tables.ts";

export const objectColumns = ["key", "cid", "size_bytes", "etag", "attributes", "checks", "modified_at"] as const;
export type ObjectRow = Pick<Selectable<BucketObjectTable>, (typeof objectColumns)[number]>;

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
type BucketRow = Pick<Selectable<BucketTable>, (typeof bucketColumns)[number]>;

export const bucketOf = (row: BucketRow): Bucket => ({
  id: row.id,
  teamId: row.team_id,
  name: row.name,
  createdAt: row.created_at,
  cors: row.cors ?? undefined,
  policy: row.policy ?? undefined,
  visibility: row.visibility,
  arweaveSync: row.arweave_sync,
});

export const uploadOf = (row: Selectable<BucketUploadTable>): Upload => ({
  id: row.id,
  key: row.key,
  attributes: row.attributes,
  checksumAlgorithm: row.checksum_algorithm ?? undefined,
  checksumType: row.checksum_type ?? undefined,
  createdAt: row.created_at,
});
