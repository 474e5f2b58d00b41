import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { access, link, mkdir, open, opendir, rm, stat, unlink, writeFile, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { BlobMissing, type BlobStore, type ByteRange } from "./blob-store.ts";
import { createBufferPool } from "./buffer-pool.ts";

/** A quarter less work a byte than with small pieces, but memory: only the first few who pour at once get these. */
const LARGE_PIECE_BYTES = 512 * 1024;
const LARGE_PIECES_LENT_MAX = 64;
const PIECE_BYTES = 128 * 1024;
/** Kept for the next to pour. */
const PIECES_KEPT = 128;

/** Blobs as files in one folder, on the same file system as the staging folder. */
export const diskStore = async (folder: string): Promise<BlobStore> => {
  await mkdir(folder, { recursive: true });
  const pathOf = (id: string): string => join(folder, id);
  const large = createBufferPool(LARGE_PIECE_BYTES, LARGE_PIECES_LENT_MAX);
  const small = createBufferPool(PIECE_BYTES, PIECES_KEPT);

  return {
    async keep(stagingFile, id) {
      // A second name instead of a rename: until the index knows the blob, the staging file must survive a crash.
      await link(stagingFile, pathOf(id));
      await syncFolder(folder);
    },
    async stream(id, { start, end }): Promise<Readable> {
      const handle = await openBlob(pathOf(id), id);
      return handle.createReadStream({ start, end });
    },
    async pour(id, range, take) {
      const handle = await openBlob(pathOf(id), id);
      const isLong = range.end - range.start >= LARGE_PIECE_BYTES;
      const pool = isLong && large.lent() < LARGE_PIECES_LENT_MAX ? large : small;
      const pair = [pool.take(), pool.take()] as const;
      try {
        await pour(handle, pair, range, take);
      } finally {
        pair.forEach(pool.giveBack);
        await handle.close();
      }
    },
    async bytes(id, { start, end }) {
      const handle = await openBlob(pathOf(id), id);
      try {
        return await readAll(handle, start, end - start + 1, id);
      } finally {
        await handle.close();
      }
    },
    async remove(id) {
      await rm(pathOf(id), { force: true });
    },
    async *all() {
      for await (const entry of await opendir(folder)) {
        const file = await stat(pathOf(entry.name)).catch(() => undefined);
        if (file?.isFile()) yield { id: entry.name, writtenAt: file.mtime };
      }
    },
    async ping() {
      const probe = pathOf(`.ping-${randomUUID()}`);
      await writeFile(probe, "");
      await access(probe, constants.R_OK);
      await unlink(probe);
    },
  };
};

/** Makes a new name in the folder survive a power cut. */
export const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const openBlob = async (path: string, id: string): Promise<FileHandle> => {
  try {
    return await open(path, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") throw new BlobMissing(id, { cause: error });
    throw error;
  }
};

/** Reads into one buffer while the other is being taken. */
const pour = async (
  handle: FileHandle,
  pair: readonly [Buffer, Buffer],
  { start, end }: ByteRange,
  take: (bytes: Buffer) => Promise<void>,
): Promise<void> => {
  let taken = Promise.resolve();
  let turn: 0 | 1 = 0;
  for (let position = start; position <= end; turn = turn ? 0 : 1) {
    const buffer = pair[turn];
    const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.length, end - position + 1), position);
    await taken;
    if (bytesRead === 0) throw new Error("A blob is shorter than the index says.");
    taken = take(buffer.subarray(0, bytesRead));
    // Should it fail during the next read, that is seen right after; until then nobody else must.
    taken.catch(() => undefined);
    position += bytesRead;
  }
  await taken;
};

const readAll = async (
  handle: FileHandle,
  start: number,
  length: number,
  id: string,
): Promise<Uint8Array<ArrayBuffer>> => {
  const buffer = Buffer.alloc(length);
  let done = 0;
  while (done < length) {
    const { bytesRead } = await handle.read(buffer, done, length - done, start + done);
    if (bytesRead === 0) throw new BlobMissing(id);
    done += bytesRead;
  }
  return buffer;
};
