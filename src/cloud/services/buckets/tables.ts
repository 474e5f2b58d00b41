import type { ColumnType, Generated } from "kysely";
import type { DownloadFormat, Removal } from "../../../../resources/bucket/bucket-calls.ts";
import type { BucketVisibility } from "../../../../resources/bucket/buckets.ts";
import type { ChecksumAlgorithm } from "../checksums.ts";
import type { Attributes, Checksums, CorsRule, StoredObject } from "./service.ts";

/** JSON is written as text and read parsed. */
type Json<T> = ColumnType<T, string, string>;

export interface BucketTable {
  id: string;
  team_id: string;
  name: string;
  cors: ColumnType<readonly CorsRule[] | null, string | null, string | null>;
  policy: string | null;
  visibility: Generated<BucketVisibility>;
  arweave_sync: Generated<boolean>;
  /** Exact: updated in the transactions that change objects. */
  object_count: Generated<bigint>;
  size_bytes: Generated<bigint>;
  created_at: Generated<Date>;
}

/** Checksums and part sizes of an object. */
export interface Checks {
  readonly checksums: Checksums;
  readonly checksumType?: StoredObject["checksumType"];
  readonly partSizes?: readonly number[] | undefined;
}

export interface BucketObjectTable {
  bucket_id: string;
  key: string;
  /** Binary CIDv1 of a root. */
  cid: Buffer;
  size_bytes: bigint;
  etag: string;
  attributes: Json<Attributes>;
  checks: Json<Checks>;
  modified_at: Date;
}

/** A bucket's counters after the last change of an hour. */
export interface BucketHourTable {
  bucket_id: string;
  hour: Date;
  object_count: bigint;
  size_bytes: bigint;
}

export interface BucketUploadTable {
  /** UUIDv7: IDs sort by creation time. */
  id: string;
  bucket_id: string;
  key: string;
  attributes: Json<Attributes>;
  checksum_algorithm: ChecksumAlgorithm | null;
  checksum_type: "FULL_OBJECT" | "COMPOSITE" | null;
  /** The completed object. */
  completed: ColumnType<StoredObject | null, string | null, string | null>;
  created_at: Date;
  touched_at: Date;
}

export interface BucketPartTable {
  upload_id: string;
  number: number;
  /** ID of the staging file with the part's bytes. */
  file_id: string;
  size_bytes: bigint;
  etag: string;
  checksums: Json<Checksums>;
  modified_at: Date;
}

/** A folder deletion, running or ended. */
export interface BucketRemovalTable {
  id: string;
  team_id: string;
  bucket_id: string;
  bucket_name: string;
  prefix: string;
  state: Removal["state"];
  /** Number of files at the start; `removed` is the number deleted so far. */
  total: bigint;
  removed: bigint;
  /** Newer files are not deleted. */
  created_at: Date;
  ended_at: Date | null;
}

/** A selection of files that the token holder can download once. */
export interface BucketDownloadTable {
  /** SHA-256. */
  token_hash: Buffer;
  bucket_id: string;
  selection: Json<Selection>;
  format: DownloadFormat;
  expires_at: Date;
  /** Root of a CAR download; kept until it is sent. */
  root: Buffer | null;
}

/** Selected keys and prefixes. Archive paths are relative to `base`. */
export interface Selection {
  readonly base: string;
  readonly keys: readonly string[];
  readonly prefixes: readonly string[];
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    bucket: BucketTable;
    bucket_object: BucketObjectTable;
    bucket_hour: BucketHourTable;
    bucket_upload: BucketUploadTable;
    bucket_part: BucketPartTable;
    bucket_removal: BucketRemovalTable;
    bucket_download: BucketDownloadTable;
  }
}
