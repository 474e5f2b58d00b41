/** Buffers an incoming body in memory, or in a staging file if it is larger. */
import { open, rm, type FileHandle } from "node:fs/promises";
import type { CID } from "multiformats/cid";
import { settleBoth } from "../../engines/blocks/settle-both.ts";
import { createBufferPool } from "../../engines/blocks/buffer-pool.ts";
import { leafBytesMax } from "../../engines/blocks/hash-leaves.ts";
import type { Staging } from "./staging.ts";

/** A received body: its bytes, or the path of a staging file with the CIDs of its leaves if they were hashed. */
export type Staged =
  { readonly bytes: Uint8Array } | { readonly path: string; readonly leaves: readonly CID[] | undefined };

export interface Sink {
  /** Applies backpressure while the disk is slower than the sender. */
  write(bytes: Uint8Array): Promise<void>;
  end(): Promise<Staged>;
  /** Discards the body. */
  abort(): Promise<void>;
}

interface SinkOptions {
  /** Largest body that stays in memory. */
  readonly memoryBytesMax: number;
  /** Hashes a leaf of the file; undefined if leaves are not needed. */
  readonly leafOf?: (bytes: Uint8Array<ArrayBuffer>) => Promise<CID>;
}

/** A leaf is written and hashed while the next one is buffered. */
const pieces = createBufferPool(leafBytesMax, 16);

export const createSink = (staging: Staging, { memoryBytesMax, leafOf }: SinkOptions): Sink => {
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
    async write(bytes) {
      smallBytes += bytes.length;
      if (smallBytes <= memoryBytesMax) return void small.push(bytes);
      const before = small;
      small = [];
      for (const each of before) await gather(each);
      await gather(bytes);
    },
    async end() {
      if (smallBytes <= memoryBytesMax) return { bytes: small.length === 1 ? small[0]! : Buffer.concat(small) };
      if (pieceBytes > 0) await flush();
      await writing;
      await file!.handle.close();
      return { path: file!.path, leaves: leafOf && leaves };
    },
    async abort() {
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
