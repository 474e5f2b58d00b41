/** Receives bodies, from clients and from copied objects, in constant memory. */
import { rm, writeFile, open, type FileHandle } from "node:fs/promises";
import { putBytesMax } from "../../../../../resources/storage/limits.ts";
import { AppError } from "../../../kernel/app-error.ts";
import { wholeFileBytesMax, type Blocks, type PreparedFile } from "../../../engines/blocks/blocks.ts";
import { leafCid } from "../../../engines/blocks/dag/cid.ts";
import type { Db } from "../../../engines/database/database.ts";
import type { Allowance } from "../../../billing/ledger/allowance.ts";
import { orDiskFull } from "./failures.ts";
import type { Received, ReceiveOptions, Buckets } from "../model.ts";
import type { Staging } from "./staging.ts";
import { createHash } from "node:crypto";
import { createChecksum, type ChecksumAlgorithm } from "../../checksums.ts";
import type { CID } from "multiformats/cid";
import { settleBoth } from "../../../engines/blocks/roots/settle-both.ts";
import { createBufferPool } from "../../../engines/blocks/store/buffer-pool.ts";
import { leafBytesMax } from "../../../engines/blocks/dag/hash-leaves.ts";

/**
 * Larger bodies are checked against the quota first. Bodies of unknown size are checked each time this many bytes
 * arrive.
 */
const checkEveryBytes = 16 * 1024 * 1024;

interface Deps {
  readonly db: Db;
  readonly blocks: Pick<Blocks, "prepareFile" | "prepareBytes" | "requireRoom">;
  readonly staging: Staging;
  readonly allowance: Pick<Allowance, "ask">;
}

export interface Bodies extends Pick<Buckets, "receive"> {
  /** Converts a body to a file that a transaction can record. Consumes the body. */
  prepare(body: Received): Promise<PreparedFile>;
  /** Stores a body as the durable file of a part; returns the file ID. Consumes the body. */
  keepAsPart(body: Received): Promise<string>;
}

export const createBodies = ({ db, blocks, staging, allowance }: Deps): Bodies => {
  const staged = new WeakMap<Received, Staged>();

  const checkQuota = async ({ teamId }: ReceiveOptions, bytes: number): Promise<void> => {
    if (bytes >= checkEveryBytes) await allowance.ask(db, teamId, "IPFS_STORAGE", bytes);
  };

  const read = async (body: AsyncIterable<Uint8Array>, options: ReceiveOptions): Promise<Received> => {
    blocks.requireRoom();
    const { sizeBytes = Infinity, checksums, sha256 = false, asPart } = options;
    if (sizeBytes !== Infinity && sizeBytes > putBytesMax) throw new AppError("OBJECT_TOO_LARGE");
    await checkQuota(options, sizeBytes === Infinity ? 0 : sizeBytes);
    const digests = createDigests(checksums, sha256);
    const sink = createSink(staging, { memoryBytesMax: wholeFileBytesMax, ...(!asPart && { leafOf: leafCid }) });
    let received = 0;
    let checkedBytes = 0;
    try {
      for await (const bytes of body) {
        received += bytes.length;
        if (received > sizeBytes) throw new AppError("BODY_INCOMPLETE");
        if (received > putBytesMax) throw new AppError("OBJECT_TOO_LARGE");
        if (sizeBytes === Infinity && received - checkedBytes >= checkEveryBytes)
          await checkQuota(options, (checkedBytes = received));
        const written = sink.write(bytes);
        digests.update(bytes);
        await written;
      }
      if (sizeBytes !== Infinity && received < sizeBytes) throw new AppError("BODY_INCOMPLETE");
      return keep(await sink.end(), { sizeBytes: received, ...digests.result() });
    } catch (error) {
      await sink.abort();
      throw error;
    }
  };

  const keep = (stagedBody: Staged, values: Omit<Received, "discard">): Received => {
    const received: Received = {
      ...values,
      async discard() {
        staged.delete(received);
        if ("path" in stagedBody) await removeBody(stagedBody.path);
      },
    };
    staged.set(received, stagedBody);
    return received;
  };

  const removeBody = async (path: string): Promise<void> => {
    await rm(path, { force: true });
    staging.release(path);
  };

  const claim = (body: Received): Staged => {
    const stagedBody = staged.get(body);
    if (!stagedBody) throw new Error("This body has already been used or released.");
    staged.delete(body);
    return stagedBody;
  };

  const using = async <T>(path: string, use: (path: string) => Promise<T>): Promise<T> => {
    try {
      return await use(path);
    } finally {
      await removeBody(path);
    }
  };

  const keepAsPart = async (stagedBody: Staged): Promise<string> => {
    const path = "path" in stagedBody ? stagedBody.path : staging.take();
    return using(path, async () => {
      if ("bytes" in stagedBody) await writeFile(path, stagedBody.bytes);
      return staging.keepAsPart(path);
    });
  };

  const prepare = (stagedBody: Staged): Promise<PreparedFile> =>
    "path" in stagedBody
      ? using(stagedBody.path, (path) => blocks.prepareFile(path, stagedBody.leaves))
      : blocks.prepareBytes(stagedBody.bytes);

  return {
    receive: (body, options) => orDiskFull(read(body, options)),
    prepare: (body) => orDiskFull(prepare(claim(body))),
    keepAsPart: (body) => orDiskFull(keepAsPart(claim(body))),
  };
};

/** Computes digests of a body while it streams. */

const createDigests = (algorithms: readonly ChecksumAlgorithm[], wantsSha256: boolean) => {
  const md5 = createHash("md5");
  const sha256 = wantsSha256 || algorithms.includes("SHA256") ? createHash("sha256") : undefined;
  const others = [...new Set(algorithms)].filter((algorithm) => algorithm !== "SHA256");
  const checksums = others.map((algorithm) => [algorithm, createChecksum(algorithm)] as const);
  return {
    update(bytes: Uint8Array): void {
      md5.update(bytes);
      sha256?.update(bytes);
      for (const [, checksum] of checksums) checksum.update(bytes);
    },
    /** Call once. */
    result(): Pick<Received, "md5" | "sha256" | "checksums"> {
      const digest = sha256?.digest();
      const computed = checksums.map(([algorithm, checksum]) => [algorithm, checksum.digest()] as const);
      const sha256Entries =
        digest && algorithms.includes("SHA256") ? [["SHA256", digest.toString("base64")] as const] : [];
      return {
        md5: md5.digest("hex"),
        sha256: digest?.toString("hex"),
        checksums: Object.fromEntries([...computed, ...sha256Entries]),
      };
    },
  };
};

/** A received body: its bytes, or the path of a staging file with the CIDs of its leaves if they were hashed. */
type Staged = { readonly bytes: Uint8Array } | { readonly path: string; readonly leaves: readonly CID[] | undefined };

interface SinkOptions {
  /** Largest body that stays in memory. */
  readonly memoryBytesMax: number;
  /** Hashes a leaf of the file; undefined if leaves are not needed. */
  readonly leafOf?: (bytes: Uint8Array<ArrayBuffer>) => Promise<CID>;
}

/** A leaf is written and hashed while the next one is buffered. */
const pieces = createBufferPool(leafBytesMax, 16);

/** Buffers an incoming body in memory, or in a staging file if it is larger. */
const createSink = (staging: Staging, { memoryBytesMax, leafOf }: SinkOptions) => {
  let small: Uint8Array[] = [];
  let smallBytes = 0;
  let file: { readonly path: string; readonly handle: FileHandle } | undefined;
  let piece: Buffer<ArrayBuffer> | undefined;
  let pieceBytes = 0;
  let position = 0;
  let writing: Promise<void> = Promise.resolve();
  const leaves: CID[] = [];

  const openFile = async () => {
    const path = staging.take();
    return { path, handle: await open(path, "wx") };
  };

  const store = async (buffer: Buffer<ArrayBuffer>, length: number, at: number, to: FileHandle): Promise<void> => {
    try {
      const bytes = buffer.subarray(0, length);
      const [leaf] = await settleBoth(leafOf?.(bytes), writeAll(to, bytes, at));
      if (leaf) leaves.push(leaf);
    } finally {
      pieces.giveBack(buffer);
    }
  };

  const flush = async (): Promise<void> => {
    await writing;
    file ??= await openFile();
    writing = store(piece!, pieceBytes, position, file.handle);
    // An early failure is reported to the next caller.
    writing.catch(() => undefined);
    position += pieceBytes;
    [piece, pieceBytes] = [undefined, 0];
  };

  const gather = async (bytes: Uint8Array): Promise<void> => {
    for (let at = 0; at < bytes.length;) {
      piece ??= pieces.take();
      const part = bytes.subarray(at, at + leafBytesMax - pieceBytes);
      piece.set(part, pieceBytes);
      pieceBytes += part.length;
      at += part.length;
      if (pieceBytes === leafBytesMax) await flush();
    }
  };

  return {
    /** Applies backpressure while the disk is slower than the sender. */
    async write(bytes: Uint8Array): Promise<void> {
      smallBytes += bytes.length;
      if (smallBytes <= memoryBytesMax) return void small.push(bytes);
      const before = small;
      small = [];
      for (const each of before) await gather(each);
      await gather(bytes);
    },
    async end(): Promise<Staged> {
      if (smallBytes <= memoryBytesMax) return { bytes: small.length === 1 ? small[0]! : Buffer.concat(small) };
      if (pieceBytes > 0) await flush();
      await writing;
      await file!.handle.close();
      return { path: file!.path, leaves: leafOf && leaves };
    },
    /** Discards the body. */
    async abort(): Promise<void> {
      await writing.catch(() => undefined);
      if (piece) pieces.giveBack(piece);
      piece = undefined;
      if (!file) return;
      await file.handle.close();
      await rm(file.path, { force: true });
      staging.release(file.path);
    },
  };
};

const writeAll = async (handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> => {
  let done = 0;
  while (done < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
};
