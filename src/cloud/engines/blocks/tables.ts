/** The index of the block engine: which bytes of which blob a CID stands for. Offsets and lengths are bytes. */
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
  /** When the bytes were last compared with their CIDs, whatever came of it. */
  verified_at: Generated<Date>;
  /** Since when some bytes are known to be missing or wrong. */
  damaged_at: Date | null;
  /** Until then a process is verifying it. */
  checking_until: Date | null;
}

/** One row, written at the first start. */
export interface InstanceTable {
  is_only: Generated<boolean>;
  id: string;
  created_at: Generated<Date>;
  /** How many blobs the index had when unknown blobs were last swept. */
  swept_blobs: Generated<bigint>;
  /** Since when sweeping is held back, because the index lost blobs. */
  sweep_held_at: Date | null;
  /** When operators were last told of damaged blobs. */
  damage_told_at: Date | null;
}

export interface BlockTable {
  /** Binary CIDv1. */
  cid: Buffer;
  blob_id: string;
  /** In the blob's file, unless the block's `bytes` lie here. */
  offset_bytes: bigint;
  length_bytes: number;
  bytes: Buffer | null;
  /** Of a UnixFS file that other software laid out: how long it is. */
  file_bytes: bigint | null;
}

/** A file of more than one leaf, or an inner node of one: its leaves lie one after another. */
export interface ExtentTable {
  cid: Buffer;
  blob_id: string;
  offset_bytes: bigint;
  size_bytes: bigint;
}

/** What was stored as one: everything below it lies in its blob and in those of its parts. */
export interface RootTable {
  cid: Buffer;
  /** None for a small file, which is one block whose `bytes` lie here. */
  blob_id: string | null;
  bytes: Buffer | null;
  file_count: number;
  size_bytes: bigint;
  /** Whether its blob holds nothing else; null while that is not determined. */
  fills_blob: Generated<boolean | null>;
}

/** A block of a root that shares its blob with other content. */
export interface RootBlockTable {
  cid: Buffer;
  root: Buffer;
}

/** A root some of whose blocks lie in the blob of another root: that one stays as long as this one does. */
export interface RootPartTable {
  root: Buffer;
  part: Buffer;
}
