/* Long, for it declares all that the block engine offers. */

/**
 * One copy of the bytes. Files lie one after another in immutable blobs; an index in the database maps
 * each CID to its place. UnixFS DAGs follow the profile unixfs-v1-2025 (IPIP-499): CIDv1, raw leaves of 1 MiB, 1024 links.
 */
import type { Readable } from "node:stream";
import type { CID } from "multiformats/cid";
import type { Db, Trx } from "../database/database.ts";

/** Files up to this size lie in the database instead of a blob. */
export const smallFileBytesMax = 64 * 1024;

export interface ImportedTree {
  /** Root directory, CIDv1 in base32. */
  readonly cid: string;
  readonly fileCount: number;
  /** Bytes of the files alone. */
  readonly sizeBytes: number;
}

/** A file of a packed upload: its bytes lie at `offset` in the packed stream. */
export interface PackedFile {
  /** Relative, "/"-separated, without "." or ".." parts. */
  readonly path: string;
  readonly offset: number;
  readonly sizeBytes: number;
}

export interface EntryStat {
  readonly cid: CID;
  /** "raw": a single block that is read as it is, a raw leaf or one of a codec that holds no files. */
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
  /** Of a small file: they become durable with the transaction. */
  readonly bytes?: Uint8Array;
  /**
   * Makes it a root in the transaction that also records its holder, and protects it from deletion until that ends. A
   * file that is already stored is not stored twice.
   */
  record(trx: Trx): Promise<void>;
  /** Call after the transaction, whether it succeeded or failed: removes the bytes unless they are needed. */
  settle(): Promise<void>;
}

/** A file of a tree built from stored content. */
export interface LinkedFile {
  /** As an object's key: any text. Where it lies in the tree: `pathOfKey`. */
  readonly path: string;
  /** A root. */
  readonly cid: string;
  readonly sizeBytes: number;
}

/** A tree with durable nodes that is not referenced yet. */
export interface PreparedTree extends ImportedTree {
  /** What is stored of it: its folders, not its files. */
  readonly nodeBytes: number;
  /** As of `PreparedFile`. Throws `PartMissing` when one of the files is no root any more. */
  record(trx: Trx): Promise<void>;
  settle(): Promise<void>;
}

/** Something that is stored, to be made a root. */
export interface PreparedRoot extends ImportedTree {
  /**
   * Makes it a root and keeps it from being dropped until the transaction ends. Throws `PartMissing` when it was
   * deleted in the meantime.
   */
  record(trx: Trx): Promise<void>;
}

export interface CarRoot {
  /** CIDv1, whatever the file has. */
  readonly cid: string;
  /** Whether all that it links to is in the file or held already. */
  readonly isComplete: boolean;
  /** The first missing block. */
  readonly missing?: string;
  /** What is no UnixFS counts as one file. */
  readonly fileCount: number;
  /** Of all blocks below it, each once, or of the files as they are read: whichever is more. */
  readonly sizeBytes: number;
}

/** A CAR that is durable on disk but not referenced yet. */
export interface PreparedCar {
  readonly roots: readonly CarRoot[];
  readonly blockCount: number;
  /** Makes the complete roots roots, as of `PreparedFile`. Throws when there is none; `PartMissing` when one is no longer complete. */
  record(trx: Trx): Promise<void>;
  settle(): Promise<void>;
}

/** Inclusive; negative numbers count from the end of the file, "*" is its last byte. */
export interface CarRange {
  readonly from: number;
  readonly to: number | "*";
}

/** As trustless gateways are asked (IPIP-402, IPIP-412). */
export interface CarOptions {
  readonly path?: readonly string[];
  /** "entity": all of a file, or the blocks that list a directory. */
  readonly scope: "block" | "entity" | "all";
  /** Only what is needed to read this part of a file; implies the scope "entity". */
  readonly entityBytes?: CarRange;
  /** The only order there is. */
  readonly order?: "dfs";
  /** Whether a block is sent each time that it is linked to. */
  readonly dups: boolean;
  /** A block without read access ends the CAR, as a missing one does. */
  readonly mayTell?: (cid: CID) => boolean;
}

/** A block and what it links to. */
export interface LinkedBlock {
  /** "dag-pb", "raw"…; an unknown one as its hexadecimal code. */
  readonly codec: string;
  readonly blockBytes: number;
  /** Of UnixFS. */
  readonly type?: "raw" | "directory" | "file" | "metadata" | "symlink" | "hamt-sharded-directory";
  /** Of a UnixFS file, or a piece of one. */
  readonly fileBytes?: number;
  readonly links: readonly {
    /** In dag-cbor and dag-json, the path in the block. */
    readonly name: string;
    readonly cid: string;
    /** Of the whole DAG below, as far as the block says so; otherwise of what lies there, 0 when it is not held. */
    readonly sizeBytes: number;
  }[];
}

/** A root that contains a block; all keys are binary CIDs, version 1. */
export interface ContainingRoot {
  readonly cid: Buffer;
  readonly root: Buffer;
  /** The root in whose blob the block was found: `root` itself, or a part of it. */
  readonly via: Buffer;
  /** False as long as `via` has not been surveyed: the block lies in its blob, but maybe not below it. */
  readonly isCertain: boolean;
}

/** The work left after a root was removed. */
export interface DroppedRoot {
  /** Other roots it consisted of, which it no longer references. */
  readonly parts: readonly string[];
  /** Removes the bytes; to be called after the commit. */
  remove(): Promise<void>;
}

/** The result of verifying a blob. */
export interface BlobReport {
  readonly blobId: string;
  /** Bytes that were read and compared. */
  readonly bytes: number;
  readonly state: "sound" | "repaired" | "damaged";
  /** Blocks that are still missing or wrong. */
  readonly damaged: readonly CID[];
}

/** The result of sweeping blobs missing from the index. */
export type SweepReport =
  | { readonly isHeld: false; readonly discarded: number }
  /** Left where they are, because the index looks wrong; `isNew`: the sweep before went ahead. */
  | { readonly isHeld: true; readonly isNew: boolean };

export interface Blocks {
  /** Imports a folder on disk. Symbolic links and special files are refused; the folder itself stays as it is. */
  importFolder(folder: string, signal?: AbortSignal): Promise<ImportedTree>;
  /** Imports files that lie packed in one staging file; the staging file becomes the blob, its bytes are not copied. */
  importPacked(stagingFile: string, files: readonly PackedFile[]): Promise<ImportedTree>;
  /**
   * A single file that lies in a staging file, which becomes the blob: its bytes are not copied. Nor are they read, if its leaves
   * are known: the CIDs of its first `leafBytesMax` bytes, of the next, and so on.
   */
  prepareFile(stagingFile: string, leaves?: readonly CID[]): Promise<PreparedFile>;
  /**
   * Prepares a small file, at most `smallFileBytesMax` long, that is stored in the database: no separate file, no flush
   * besides the transaction's. Throws a RangeError for a larger one. The bytes must not change until it is recorded.
   */
  prepareBytes(bytes: Uint8Array): Promise<PreparedFile>;
  /**
   * Several staging files, in order, as one file. They stay as they are, to be removed once the file is recorded; a single one
   * becomes the blob without being copied, so from then on it must not be written to.
   */
  prepareJoined(stagingFiles: readonly string[]): Promise<PreparedFile>;
  /** Keeps what has been recorded at hand, if it is small, for who reads it next. To be told after the commit. */
  remember(file: PreparedFile): void;
  /** Records several at once; small ones in one statement. */
  recordAll(trx: Trx, files: readonly PreparedFile[]): Promise<void>;
  /**
   * A directory over files that are roots; several paths may be the same file. Throws `TreeTooLarge`, `PartMissing`, and for the same
   * path twice.
   */
  importLinks(entries: AsyncIterable<LinkedFile>): Promise<PreparedTree>;
  /** Resolves "/a/b" below a root; undefined when a link is missing. */
  resolve(root: CID, path: readonly string[]): Promise<EntryStat | undefined>;
  /** Bytes `start`…`end` (inclusive) of a file. */
  read(cid: CID, range?: { readonly start: number; readonly end: number }): Promise<Readable>;
  /**
   * Hands bytes `start`…`end` (inclusive) of a file over piece by piece: the fastest way to send one. A piece's memory is
   * used again once the promise of `take` resolves; when it rejects, so does `pour`.
   */
  pour(
    cid: CID,
    range: { readonly start: number; readonly end: number },
    take: (bytes: Uint8Array) => Promise<void>,
  ): Promise<void>;
  list(directory: CID): Promise<DirectoryEntry[]>;
  /** One block as stored, hash-checked by its place; undefined when it is not stored. */
  block(cid: CID): Promise<Uint8Array | undefined>;
  /** Returns the block's links, or undefined if it is not stored. */
  links(cid: CID): Promise<LinkedBlock | undefined>;
  /** Whether the cloud has this block; what lies below it may be missing. Within a transaction, `reader` is the transaction. */
  has(cid: CID, reader?: Db): Promise<boolean>;
  /**
   * Makes anything the cloud has a root, without copying a byte: a folder of a tree, a file, a block, a DAG that lies
   * in several blobs. It stays when everything around it is dropped. undefined when it is not completely stored; throws
   * `TreeTooLarge` beyond `entriesMax`. Nobody holds it yet: keep it (`keepRoot`) in the transaction that does.
   */
  hold(cid: CID, entriesMax: number): Promise<ImportedTree | undefined>;
  /** As `hold`, but made in the caller's transaction. */
  prepareHold(cid: CID, entriesMax: number): Promise<PreparedRoot | undefined>;
  /**
   * Imports a CAR file (version 1 or 2), which becomes the blob; every block is verified. Its own roots count unless
   * others are given. Blocks that the file lacks count as held if they are among those that `usable` returns. Throws
   * `CarInvalid` with a message for the sender, and `TreeTooLarge`. The staging file is gone unless it throws.
   */
  importCar(
    stagingFile: string,
    options: {
      readonly roots?: readonly string[];
      readonly entriesMax: number;
      /** Of these CIDs, as text, those whose content may complete the file; without it all may. */
      usable?(db: Db, cids: readonly CID[]): Promise<ReadonlySet<string>>;
    },
  ): Promise<PreparedCar>;
  /**
   * A CAR (version 1) of what lies at the end of a path, and of the blocks that prove the path. It ends with an error, `BlockAbsent`,
   * when a block is missing.
   */
  exportCar(root: CID, options: CarOptions): AsyncIterable<Uint8Array>;
  /** The roots that contain these blocks, themselves included. One query, whatever the size of the DAGs. */
  rootsContaining(db: Db, cids: readonly CID[]): Promise<readonly ContainingRoot[]>;
  /** Determines which blocks of its blob belong to a root, once and for all. */
  surveyRoot(db: Db, root: Buffer): Promise<void>;
  /** Protects a root from deletion until the transaction ends; false when it does not exist. */
  keepRoot(trx: Trx, cid: string): Promise<boolean>;
  /** Waits for those who keep the root, and keeps out new ones until the transaction ends; false when it is none. */
  seizeRoot(trx: Trx, cid: string): Promise<boolean>;
  /** Drops a seized root; undefined when another root is made of it, so it stays. */
  dropRoot(trx: Trx, cid: string): Promise<DroppedRoot | undefined>;
  /** Drops a root that nothing refers to any more, with the blobs only it used. */
  forget(cid: string): Promise<void>;
  /** Counted from the index. */
  totals(): Promise<{ readonly blocks: number; readonly files: number; readonly storedBytes: number }>;
  /** To be called before bytes are staged: throws an error of a full disk while room is short. */
  requireRoom(): void;
  /** A fresh path in the staging folder, on the same file system as the blobs. */
  stagingPath(name: string): string;
  /** Moves blobs that the index does not know to the trash. Happens at each start; its report is `startSweep`. */
  sweep(): Promise<SweepReport>;
  readonly startSweep: SweepReport;
  /** Verifies the blob that was verified longest ago, if that was before `dueBefore`; undefined when there is none. */
  verifyNext(dueBefore: Date): Promise<BlobReport | undefined>;
  /** Whether a root can be used again without its bytes being at hand: its blob is there, and in no doubt. */
  isSound(root: CID): Promise<boolean>;
  /** How many blobs are known to be damaged, and since when all of them have been verified. */
  soundness(): Promise<{ readonly damagedBlobs: number; readonly verifiedSince: Date | undefined }>;
  /** Throws when blobs cannot be written or read. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
