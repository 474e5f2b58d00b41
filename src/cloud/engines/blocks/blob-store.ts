/** Where blobs live. A blob is written once, whole, and never changed. */
import type { Readable } from "node:stream";

/** Bytes `start`…`end`, both inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface BlobStore {
  /** Keeps the file durably under `id`. The staging file stays where it is. */
  keep(stagingFile: string, id: string): Promise<void>;
  /** A stream of a part that is not empty. Rejects with `BlobMissing` when there is no such blob. */
  stream(id: string, range: ByteRange): Promise<Readable>;
  /** Hands over a part that is not empty, piece by piece; a piece's memory is used again once its promise resolves. */
  pour(id: string, range: ByteRange, take: (bytes: Uint8Array) => Promise<void>): Promise<void>;
  /** A part that is not empty, in memory. */
  bytes(id: string, range: ByteRange): Promise<Uint8Array<ArrayBuffer>>;
  /** Removing what is not there is no error. */
  remove(id: string): Promise<void>;
  /** Every blob, with the time it was written. */
  all(): AsyncIterable<{ readonly id: string; readonly writtenAt: Date }>;
  /** Throws when blobs cannot be written or read. */
  ping(): Promise<void>;
}

/** The index named a blob that the store does not have (any more). */
export class BlobMissing extends Error {
  constructor(id: string, options?: ErrorOptions) {
    super(`Blob ${id} is not in the store.`, options);
    this.name = "BlobMissing";
  }
}
