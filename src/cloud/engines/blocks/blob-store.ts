/** Where blobs live. A blob is written once, whole, and never changed. */
import type { Readable } from "node:stream";

/** Bytes `start`…`end`, both inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface BlobStore {
  /** How messages call it: "the folder /srv/blobs". */
  readonly label: string;
  /** Id of the instance that the store belongs to; undefined until `claim`. */
  owner(): Promise<string | undefined>;
  claim(instanceId: string): Promise<void>;
  /** Keeps the file durably under `id`. The staging file stays where it is. */
  keep(stagingFile: string, id: string): Promise<void>;
  /** Puts the file in the place of a damaged blob, at once and durably. The staging file stays where it is. */
  replace(stagingFile: string, id: string): Promise<void>;
  /** Size in bytes; undefined when there is no such blob. */
  size(id: string): Promise<number | undefined>;
  /**
   * A stream of a part that is not empty. Rejects with `BlobMissing` when there is no such blob, and with `BlobDamaged` when it ends before
   * the part does. So does `pour`, before it hands over anything.
   */
  stream(id: string, range: ByteRange): Promise<Readable>;
  /** Hands over a part that is not empty, piece by piece; a piece's memory is used again once its promise resolves. */
  pour(id: string, range: ByteRange, take: (bytes: Uint8Array) => Promise<void>): Promise<void>;
  /** A part that is not empty, in memory. */
  bytes(id: string, range: ByteRange): Promise<Uint8Array<ArrayBuffer>>;
  /** Removing a missing entry is not an error. */
  remove(id: string): Promise<void>;
  /** Every blob, with the time it was written. */
  all(): AsyncIterable<{ readonly id: string; readonly writtenAt: Date }>;
  /** Moves a blob to the trash. */
  discard(id: string): Promise<void>;
  /** Moves a blob back from the trash; false when it is not there. */
  recover(id: string): Promise<boolean>;
  /** Every blob in the trash. */
  trash(): AsyncIterable<{ readonly id: string; readonly discardedAt: Date }>;
  /** Deletes a blob from the trash. */
  purge(id: string): Promise<void>;
  /** Throws when blobs cannot be written or read. */
  ping(): Promise<void>;
}

/** The index lists a blob that the store does not have. */
export class BlobMissing extends Error {
  constructor(id: string, options?: ErrorOptions) {
    super(`Blob ${id} is not in the store.`, options);
    this.name = "BlobMissing";
  }
}

/** A blob does not hold the bytes that the index lists. */
export class BlobDamaged extends Error {
  constructor(id: string, damage: string) {
    super(`Blob ${id} is damaged: ${damage}.`);
    this.name = "BlobDamaged";
  }
}

/** Looks for a missing blob in the trash before giving up: it was discarded under an index that did not know it. */
export const recoverFromTrash = (store: BlobStore): BlobStore => {
  const retry =
    <Rest extends readonly unknown[], T>(read: (id: string, range: ByteRange, ...rest: Rest) => Promise<T>) =>
    async (id: string, range: ByteRange, ...rest: Rest): Promise<T> => {
      try {
        return await read(id, range, ...rest);
      } catch (error) {
        if (!(error instanceof BlobMissing) || !(await store.recover(id))) throw error;
        return read(id, range, ...rest);
      }
    };
  return {
    ...store,
    stream: retry(store.stream),
    pour: retry(store.pour),
    bytes: retry(store.bytes),
    size: async (id) => (await store.size(id)) ?? ((await store.recover(id)) ? store.size(id) : undefined),
  };
};
