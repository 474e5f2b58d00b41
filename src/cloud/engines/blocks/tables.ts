/** Tables of the block engine's index: CID → bytes of a blob. Offsets and lengths are in bytes. */
import type { Generated } from "kysely";

declare module "../database/tables.ts" {
  interface Tables {
    blob: BlobTable;
    block: BlockTable;
    extent: ExtentTable;
    root: RootTable;
    root_part: RootPartTable;
    instance: InstanceTable;
    root_block: RootBlockTable;
  }
}

export interface BlobTable {
  id: string;
  size_bytes: bigint;
  block_count: number;
  created_at: Date;
  /** Time of the last verification, whatever its result. */
  verified_at: Generated<Date>;
  /** Time since which bytes are known to be missing or wrong. */
  damaged_at: Date | null;
  /** Verification lock: expires at this time. */
  checking_until: Date | null;
}

/** A single row, written at the first start. */
export interface InstanceTable {
  is_only: Generated<boolean>;
  id: string;
  created_at: Generated<Date>;
  /** Number of blobs in the index at the last sweep. */
  swept_blobs: Generated<bigint>;
  /** Time since which sweeping is held because the index lost blobs. */
  sweep_held_at: Date | null;
  /** Time of the last notification to operators about damaged blobs. */
  damage_told_at: Date | null;
}

export interface BlockTable {
  /** Binary CIDv1. */
  cid: Buffer;
  blob_id: string;
  /** Offset in the blob's file, unless the block's `bytes` are set. */
  offset_bytes: bigint;
  length_bytes: number;
  bytes: Buffer | null;
  /** Length of a UnixFS file laid out by other software. */
  file_bytes: bigint | null;
}

/** A file of more than one leaf, or an inner node of one, with contiguous leaves. */
export interface ExtentTable {
  cid: Buffer;
  blob_id: string;
  offset_bytes: bigint;
  size_bytes: bigint;
}

/** Content stored as a unit: everything below it is in its blob and in those of its parts. */
export interface RootTable {
  cid: Buffer;
  /** Null for a small file: one block with its `bytes` in the database. */
  blob_id: string | null;
  bytes: Buffer | null;
  file_count: number;
  size_bytes: bigint;
  /** Whether its blob contains nothing else; null until determined. */
  fills_blob: Generated<boolean | null>;
}

/** A block of a root that shares its blob with other content. */
export interface RootBlockTable {
  cid: Buffer;
  root: Buffer;
}

/** A root with some blocks in the blob of another root, which stays as long as this one. */
export interface RootPartTable {
  root: Buffer;
  part: Buffer;
}
