/** Where a body goes while it arrives: into memory, and into a staging file once it is more than fits there. */
import { open, rm, type FileHandle } from "node:fs/promises";
import type { Staging } from "./staging.ts";

/** Written at once; while it is, the next piece gathers. */
const pieceBytes = 512 * 1024;

/** A body that has arrived: its bytes, or the path of the staging file that holds them. */
export type Staged = { readonly bytes: Uint8Array } | { readonly path: string };

export interface Sink {
  /** Waits while the disk is slower than who sends. */
  write(bytes: Uint8Array): Promise<void>;
  end(): Promise<Staged>;
  /** Leaves nothing behind. */
  abort(): Promise<void>;
}

/** Bodies of up to `memoryBytesMax` bytes stay in memory. */
export const createSink = (staging: Staging, memoryBytesMax: number): Sink => {
  let gathered: Uint8Array[] = [];
  let gatheredBytes = 0;
  let file: { readonly path: string; readonly handle: FileHandle } | undefined;
  let position = 0;
  let writing: Promise<void> = Promise.resolve();

  const openFile = async () => {
    const path = staging.take();
    return { path, handle: await open(path, "wx") };
  };

  const flush = async (): Promise<void> => {
    await writing;
    file ??= await openFile();
    const piece = gathered.length === 1 ? gathered[0]! : Buffer.concat(gathered, gatheredBytes);
    writing = writeAll(file.handle, piece, position);
    // Should it fail before somebody waits for it, that is seen then.
    writing.catch(() => undefined);
    position += piece.length;
    gathered = [];
    gatheredBytes = 0;
  };

  return {
    async write(bytes) {
      gathered.push(bytes);
      gatheredBytes += bytes.length;
      if (gatheredBytes >= pieceBytes || (!file && gatheredBytes > memoryBytesMax)) await flush();
    },
    async end() {
      if (!file) return { bytes: gathered.length === 1 ? gathered[0]! : Buffer.concat(gathered, gatheredBytes) };
      if (gatheredBytes > 0) await flush();
      await writing;
      await file.handle.close();
      return { path: file.path };
    },
    async abort() {
      gathered = [];
      await writing.catch(() => undefined);
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
