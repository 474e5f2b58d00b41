/** Stores blobs. A blob is written once, as a whole, and never changes. */
import type { Readable } from "node:stream";
import { callEngine } from "../../../kernel/observe/process-metrics.ts";

/** Bytes `start`…`end`, both inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface BlobStore {
  /** Name in messages: "the folder /srv/blobs". */
  readonly label: string;
  /** Returns the ID of the instance that owns the store; undefined until `claim`. */
  owner(): Promise<string | undefined>;
  claim(instanceId: string): Promise<void>;
  /** Marks the store before the database gets the ID. Several processes can begin at once, each with its ID; `claim` ends it. */
  begin(instanceId: string): Promise<void>;
  hasBegun(instanceId: string): Promise<boolean>;
  /** Stores the file durably under `id`. The staging file stays. */
  keep(stagingFile: string, id: string): Promise<void>;
  /** Stores bytes durably under `id`. */
  write(bytes: Uint8Array, id: string): Promise<void>;
  /** Replaces a damaged blob by the file, atomically and durably. The staging file stays. */
  replace(stagingFile: string, id: string): Promise<void>;
  /** Returns the size in bytes; undefined if the blob does not exist. */
  size(id: string): Promise<number | undefined>;
  /**
   * Streams a nonempty range. Rejects with `BlobMissing` if the blob does not exist, and with `BlobDamaged` if it is
   * too short. `pour` rejects the same way before it passes any bytes.
   */
  stream(id: string, range: ByteRange): Promise<Readable>;
  /**
   * Passes a nonempty range to `take` piece by piece. A piece's buffer is reused once the promise of `take` resolves.
   */
  pour(id: string, range: ByteRange, take: (bytes: Uint8Array) => Promise<void>): Promise<void>;
  /** Reads a nonempty range into memory; into the start of `into`, if given, where the store can. */
  bytes(id: string, range: ByteRange, into?: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Places the whole blob at a new path, linked on disk, so the file must not be changed. Rejects with `BlobMissing` if
   * it does not exist.
   */
  copyTo(id: string, path: string): Promise<void>;
  /** Removing a missing entry is not an error. */
  remove(id: string): Promise<void>;
  /** Lists every blob with its write time. */
  all(): AsyncIterable<{ readonly id: string; readonly writtenAt: Date }>;
  /** Moves a blob to the trash. */
  discard(id: string): Promise<void>;
  /** Moves a blob back from the trash. Returns false if it is not in the trash. */
  recover(id: string): Promise<boolean>;
  /** Lists every blob in the trash. */
  trash(): AsyncIterable<{ readonly id: string; readonly discardedAt: Date }>;
  /** Deletes a blob from the trash. */
  purge(id: string): Promise<void>;
  /** Throws if blobs can't be written or read. */
  ping(): Promise<void>;
}

/** The index lists a blob that the store does not have. */
export class BlobMissing extends Error {
  constructor(id: string, options?: ErrorOptions) {
    super(`Blob ${id} is not in the store.`, options);
    this.name = "BlobMissing";
  }
}

/** A blob lacks bytes that the index lists. */
export class BlobDamaged extends Error {
  constructor(id: string, damage: string) {
    super(`Blob ${id} is damaged: ${damage}.`);
    this.name = "BlobDamaged";
  }
}

/** Wraps a store to count and trace its reads and writes. A stream is in progress until it has been read. */
export const measureStore = (store: BlobStore, upstream: "disk" | "s3"): BlobStore => {
  const measured =
    <
      Name extends
        | "keep"
        | "write"
        | "replace"
        | "size"
        | "pour"
        | "bytes"
        | "remove"
        | "discard"
        | "recover"
        | "purge",
    >(
      operation: Name,
    ) =>
    (...args: Parameters<BlobStore[Name]>): ReturnType<BlobStore[Name]> => {
      const act = store[operation] as (...given: typeof args) => Promise<unknown>;
      return callEngine({ engine: "blobs", upstream, operation }, () => act(...args)) as ReturnType<BlobStore[Name]>;
    };
  return {
    ...store,
    keep: measured("keep"),
    write: measured("write"),
    replace: measured("replace"),
    size: measured("size"),
    pour: measured("pour"),
    bytes: measured("bytes"),
    remove: measured("remove"),
    discard: measured("discard"),
    recover: measured("recover"),
    purge: measured("purge"),
    stream: (id, range) =>
      callEngine({ engine: "blobs", upstream, operation: "stream" }, async (keepOpen) => {
        const stream = await store.stream(id, range);
        return stream.once("close", keepOpen());
      }),
  };
};

/** Wraps a store to look for missing blobs in the trash: an index that did not list them may have discarded them. */
export const recoverFromTrash = (store: BlobStore): BlobStore => {
  const retry =
    <Rest extends readonly unknown[], T>(read: (id: string, ...rest: Rest) => Promise<T>) =>
    async (id: string, ...rest: Rest): Promise<T> => {
      try {
        return await read(id, ...rest);
      } catch (error) {
        if (!(error instanceof BlobMissing) || !(await store.recover(id))) throw error;
        return read(id, ...rest);
      }
    };
  return {
    ...store,
    stream: retry(store.stream),
    pour: retry(store.pour),
    bytes: retry(store.bytes),
    copyTo: retry(store.copyTo),
    size: async (id) => (await store.size(id)) ?? ((await store.recover(id)) ? store.size(id) : undefined),
  };
};
