/* Long because it declares the whole interface of the block engine. */

/**
 * Stores content-addressed bytes once. Files are concatenated in immutable blobs; an index in the database maps each
 * CID to its place. UnixFS DAGs follow the profile unixfs-v1-2025 (IPIP-499): CIDv1, raw leaves of 1 MiB, 1024 links.
 */
import type { Readable } from "node:stream";
import type { CID } from "multiformats/cid";
import type { Db, Trx } from "../database/database.ts";
import type { StagedFiles } from "./store/staged.ts";

/**
 * Files up to this size are stored in the database instead of a blob. The database returns larger ones slower than a file
 * system: as text, twice as long.
 */
export const smallFileBytesMax = 16 * 1024;
/** Files up to this size can be prepared from memory: one leaf, without a staging file. */
export const wholeFileBytesMax = 256 * 1024;

export interface ImportedTree {
  /** Root directory, CIDv1 in base32. */
  readonly cid: string;
  readonly fileCount: number;
  /** Total bytes of the files, without nodes. */
  readonly sizeBytes: number;
}

/** A file of a packed upload; its bytes start at `offset` in the packed stream. */
export interface PackedFile {
  /** Relative, "/"-separated, without "." or ".." parts. */
  readonly path: string;
  readonly offset: number;
  readonly sizeBytes: number;
}

export interface EntryStat {
  readonly cid: CID;
  /** "raw": a single block returned as is, a raw leaf or a codec without files. */
  readonly type: "file" | "directory" | "raw";
  readonly sizeBytes: number;
}

export interface DirectoryEntry {
  readonly name: string;
  readonly cid: string;
  readonly sizeBytes: number;
  readonly type: "file" | "directory";
}

export interface ImportedFile {
  /** CIDv1 of the whole file. */
  readonly cid: string;
  readonly sizeBytes: number;
}

/** A hashed file that is durable, or becomes so with `record`, but is not referenced yet. */
export interface PreparedFile extends ImportedFile {
  /** Content of a small file, which becomes durable with the transaction. */
  readonly bytes?: Uint8Array;
  /** The blob that consists of the file, if that is one block. */
  readonly blobId?: string;
  /**
   * Makes it a root in the transaction that also records its holder, and protects it from deletion until that
   * transaction ends. Does not store an existing file again.
   */
  record(trx: Trx): Promise<void>;
  /**
   * Call after the transaction, whether it succeeded or failed: removes the bytes unless they are needed. `isStored`: it
   * succeeded, which can save a query.
   */
  settle(isStored?: boolean): Promise<void>;
}

/** A file of a tree built from stored content. */
export interface LinkedFile {
  /** An object key: any text. `pathOfKey` returns its place in the tree. */
  readonly path: string;
  /** CID of a root. */
  readonly cid: string;
  readonly sizeBytes: number;
}

/** A tree with durable nodes that is not referenced yet. */
export interface PreparedTree extends ImportedTree {
  /** Stored bytes: the directories, not the files. */
  readonly nodeBytes: number;
  /** Like `PreparedFile.record`. Throws `PartMissing` if one of the files is no longer a root. */
  record(trx: Trx): Promise<void>;
  settle(): Promise<void>;
}

/** Stored content that can become a root. */
export interface PreparedRoot extends ImportedTree {
  /**
   * Makes it a root and protects it from deletion until the transaction ends. Throws `PartMissing` if it was deleted in
   * the meantime.
   */
  record(trx: Trx): Promise<void>;
}

export interface CarRoot {
  /** CIDv1, regardless of the version in the file. */
  readonly cid: string;
  /** Whether all of its links are in the file or already stored. */
  readonly isComplete: boolean;
  /** The first missing block. */
  readonly missing?: string;
  /** Content that is not UnixFS counts as one file. */
  readonly fileCount: number;
  /** The larger of two sums: all unique blocks below it, or the files as read. */
  readonly sizeBytes: number;
}

/** A CAR that is durable on disk but not referenced yet. */
export interface PreparedCar {
  readonly roots: readonly CarRoot[];
  readonly blockCount: number;
  /**
   * Records the complete roots, like `PreparedFile.record`. Throws if there are none; throws `PartMissing` if one is no
   * longer complete.
   */
  record(trx: Trx): Promise<void>;
  settle(): Promise<void>;
}

/** Inclusive; negative numbers count from the end of the file, "*" is its last byte. */
export interface CarRange {
  readonly from: number;
  readonly to: number | "*";
}

/** Request parameters of trustless gateways (IPIP-402, IPIP-412). */
export interface CarOptions {
  readonly path?: readonly string[];
  /** "entity": all of a file, or the blocks that list a directory. */
  readonly scope: "block" | "entity" | "all";
  /** Only the blocks for this range of a file; implies the scope "entity". */
  readonly entityBytes?: CarRange;
  /** The only supported order. */
  readonly order?: "dfs";
  /** Whether a block is repeated for each link to it. */
  readonly dups: boolean;
  /** A block without read access ends the CAR, like a missing one. */
  readonly canRead?: (cid: CID) => boolean;
}

/** A block and its links. */
export interface LinkedBlock {
  /** "dag-pb", "raw"…; an unknown codec as its hexadecimal code. */
  readonly codec: string;
  readonly blockBytes: number;
  /** UnixFS type. */
  readonly type?: "raw" | "directory" | "file" | "metadata" | "symlink" | "hamt-sharded-directory";
  /** Size of a UnixFS file or of a piece of one. */
  readonly fileBytes?: number;
  readonly links: readonly {
    /** In dag-cbor and dag-json, the path in the block. */
    readonly name: string;
    readonly cid: string;
    /** Size of the whole DAG below, if the block states it; otherwise the stored size, 0 if not stored. */
    readonly sizeBytes: number;
  }[];
}

/** A root that contains a block; all keys are binary CIDs, version 1. */
export interface ContainingRoot {
  readonly cid: Buffer;
  readonly root: Buffer;
  /** The root whose blob contains the block: `root` itself or one of its parts. */
  readonly via: Buffer;
  /** False until `via` has been surveyed: the block is in its blob, but may not be below it. */
  readonly isCertain: boolean;
}

/** The remaining work after roots were removed. */
export interface DroppedRoots {
  /** Other roots that they no longer reference. */
  readonly parts: readonly string[];
  /** Removes the bytes. Call after the commit. */
  remove(): Promise<void>;
}

/** The result of verifying a blob. */
export interface BlobReport {
  readonly blobId: string;
  /** Bytes read and compared. */
  readonly bytes: number;
  readonly state: "sound" | "repaired" | "damaged";
  /** Blocks that are still missing or wrong. */
  readonly damaged: readonly CID[];
}

/** The result of sweeping blobs missing from the index. */
export type SweepReport =
  | { readonly isHeld: false; readonly discarded: number }
  /** The sweep was held because the index looks wrong; `isNew`: the previous sweep ran. */
  | { readonly isHeld: true; readonly isNew: boolean };

/** Whole files in the blob store, listed by their owner's tables. A blob that none lists is deleted like unknown ones. */
export interface PackBlobs {
  /** Stores a flushed file durably, on disk as a link, and returns its blob ID. The file stays and must not be changed. */
  keep(file: string): Promise<string>;
  /** Places a blob at a new path, on disk as a link. Rejects with `BlobMissing`. */
  copyTo(blobId: string, path: string): Promise<void>;
  /** Removing a missing blob is not an error. */
  remove(blobId: string): Promise<void>;
}

export interface Blocks {
  /** Imports a folder on disk, which stays unchanged. Rejects symbolic links and special files. */
  importFolder(folder: string, signal?: AbortSignal): Promise<ImportedTree>;
  /** Imports files packed in one staging file, which becomes the blob without being copied. */
  importPacked(stagingFile: string, files: readonly PackedFile[]): Promise<ImportedTree>;
  /**
   * Prepares the single file in a staging file, which becomes the blob without being copied. With `leaves`, the CIDs of
   * its pieces of `leafBytesMax` bytes, it is not read either.
   */
  prepareFile(stagingFile: string, leaves?: readonly CID[]): Promise<PreparedFile>;
  /**
   * Prepares a file of at most `wholeFileBytesMax` from memory. One of at most `smallFileBytesMax` is stored in the database,
   * without a separate file or flush. Throws a RangeError for a larger one. The bytes must not change until it is recorded.
   */
  prepareBytes(bytes: Uint8Array): Promise<PreparedFile>;
  /**
   * Prepares several staging files, in order, as one file. They stay until the file is recorded. A single one becomes
   * the blob without being copied and must not be written to afterwards.
   */
  prepareJoined(stagingFiles: readonly string[]): Promise<PreparedFile>;
  /** Caches a recorded small file for the next reader. Call after the commit. */
  remember(file: PreparedFile): void;
  /** Records several files at once; small ones in one statement. */
  recordAll(trx: Trx, files: readonly PreparedFile[]): Promise<void>;
  /**
   * Creates a directory of files that are roots; several paths may name the same file. Throws `TreeTooLarge`,
   * `PartMissing`, and an error for a repeated path.
   */
  importLinks(entries: AsyncIterable<LinkedFile>): Promise<PreparedTree>;
  /** Resolves "/a/b" below a root; undefined if a link is missing. */
  resolve(root: CID, path: readonly string[]): Promise<EntryStat | undefined>;
  /** Bytes `start`…`end` (inclusive) of a file. */
  read(cid: CID, range?: { readonly start: number; readonly end: number }): Promise<Readable>;
  /**
   * Passes bytes `start`…`end` (inclusive) of a file to `take` piece by piece: the fastest way to send one. A piece's
   * buffer is reused once the promise of `take` resolves; if it rejects, so does `pour`.
   */
  pour(
    cid: CID,
    range: { readonly start: number; readonly end: number },
    take: (bytes: Uint8Array) => Promise<void>,
  ): Promise<void>;
  list(directory: CID): Promise<DirectoryEntry[]>;
  /** Reads one stored block, verified when it was stored; undefined if it is not stored. */
  block(cid: CID): Promise<Uint8Array | undefined>;
  /** Returns the block's links, or undefined if it is not stored. */
  links(cid: CID): Promise<LinkedBlock | undefined>;
  /** Returns whether the block is stored; blocks below it may be missing. Within a transaction, pass it as `reader`. */
  has(cid: CID, reader?: Db): Promise<boolean>;
  /**
   * Makes any stored content a root without copying it: a folder of a tree, a file, a block, a DAG across several
   * blobs. It survives the deletion of everything around it. Returns undefined if it is incomplete; throws
   * `TreeTooLarge` beyond `entriesMax`. The new root has no holder: call `keepRoot` in the transaction that adds one.
   */
  hold(cid: CID, entriesMax: number): Promise<ImportedTree | undefined>;
  /** Like `hold`, but records in the caller's transaction. */
  prepareHold(cid: CID, entriesMax: number): Promise<PreparedRoot | undefined>;
  /**
   * Imports a CAR file (version 1 or 2), which becomes the blob; every block is verified. Uses the roots of its header
   * unless `roots` is set. Blocks missing from the file count as stored if `usable` returns them. Throws `CarInvalid`
   * with a message for the sender, and `TreeTooLarge`. Deletes the staging file unless it throws.
   */
  importCar(
    stagingFile: string,
    options: {
      readonly roots?: readonly string[];
      readonly entriesMax: number;
      /** Returns the CIDs, as text, whose stored content may complete the file; all if omitted. */
      usable?(db: Db, cids: readonly CID[]): Promise<ReadonlySet<string>>;
    },
  ): Promise<PreparedCar>;
  /**
   * Exports a CAR (version 1) with the content at the end of a path and the blocks that prove the path. Throws
   * `BlockAbsent` if a block is missing.
   */
  exportCar(root: CID, options: CarOptions): AsyncIterable<Uint8Array>;
  /**
   * Returns the roots that contain these blocks, including the blocks themselves. One query, regardless of the size of
   * the DAGs.
   */
  rootsContaining(db: Db, cids: readonly CID[]): Promise<readonly ContainingRoot[]>;
  /** Determines which blocks of its blob belong to a root, once. */
  surveyRoot(db: Db, root: Buffer): Promise<void>;
  /** Protects a root from deletion until the transaction ends. Returns false if it does not exist. */
  keepRoot(trx: Trx, cid: string): Promise<boolean>;
  /**
   * Locks a root exclusively until the transaction ends, after waiting for current holders. Returns false if it does
   * not exist.
   */
  seizeRoot(trx: Trx, cid: string): Promise<boolean>;
  /**
   * Locks many roots exclusively until the transaction ends, without waiting: those that another transaction uses are
   * neither seized nor missing.
   */
  seizeRoots(
    trx: Trx,
    cids: readonly string[],
  ): Promise<{ readonly seized: readonly string[]; readonly missing: readonly string[] }>;
  /** Drops locked roots. Those that another root contains stay. */
  dropRoots(trx: Trx, cids: readonly string[]): Promise<DroppedRoots>;
  /** Drops an unreferenced root and the blobs used only by it. */
  forget(cid: string): Promise<void>;
  /** Returns totals computed from the index. */
  totals(): Promise<{ readonly blocks: number; readonly files: number; readonly storedBytes: number }>;
  /** Throws the error of a full disk if space is low. Call before staging bytes. */
  requireRoom(): void;
  /** Returns a new path in the staging folder, on the same file system as the blobs. */
  stagingPath(name: string): string;
  /** Blobs that the index does not list: packs of repositories. */
  readonly packs: PackBlobs;
  /** Files of unfinished uploads, shared by all processes. */
  readonly staged: StagedFiles;
  /** Moves blobs missing from the index to the trash. Runs at each start; see `startSweep` for its report. */
  sweep(): Promise<SweepReport>;
  readonly startSweep: SweepReport;
  /** Verifies the least recently verified blob if that was before `dueBefore`; undefined if none is due. */
  verifyNext(dueBefore: Date): Promise<BlobReport | undefined>;
  /**
   * Returns whether a root can be reused without its bytes: its blob exists and is not known or suspected to be
   * damaged.
   */
  isSound(root: CID): Promise<boolean>;
  /** Returns the number of damaged blobs and the time since which all blobs have been verified. */
  soundness(): Promise<{ readonly damagedBlobs: number; readonly verifiedSince: Date | undefined }>;
  /** Throws if blobs can't be written or read. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
