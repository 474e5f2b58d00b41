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
  offset_bytes: bigint;
  length_bytes: number;
}

/** A file of more than one leaf, or an inner node of one: its leaves lie one after another. */
export interface ExtentTable {
  cid: Buffer;
  blob_id: string;
  offset_bytes: bigint;
  size_bytes: bigint;
}

/** The root directory of an import; one blob holds everything below it. */
export interface RootTable {
  cid: Buffer;
  blob_id: string;
  file_count: number;
  size_bytes: bigint;
}

/** A root some of whose blocks lie in the blob of another root: that one stays as long as this one does. */
export interface RootPartTable {
  root: Buffer;
  part: Buffer;
}
