/** The index of the block engine: which bytes of which blob a CID stands for. Offsets and lengths are bytes. */
declare module "../database/tables.ts" {
  interface Tables {
    blob: BlobTable;
    block: BlockTable;
    extent: ExtentTable;
    root: RootTable;
    root_part: RootPartTable;
  }
}

export interface BlobTable {
  id: string;
  size_bytes: bigint;
  block_count: number;
  created_at: Date;
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
}

/** A root some of whose blocks lie in the blob of another root: that one stays as long as this one does. */
export interface RootPartTable {
  root: Buffer;
  part: Buffer;
}
