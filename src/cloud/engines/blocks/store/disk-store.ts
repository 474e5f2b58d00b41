import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import {
  access,
  copyFile,
  link,
  mkdir,
  open,
  opendir,
  readdir,
  rename,
  rm,
  stat,
  unlink,
  utimes,
  writeFile,
  type FileHandle,
} from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { batched } from "../../database/batched.ts";
import { BlobDamaged, BlobMissing, type BlobStore, type ByteRange } from "./blob-store.ts";
import { createBufferPool } from "./buffer-pool.ts";
import { readInstanceFile, writeInstanceFile } from "../instance.ts";

/**
 * Costs a quarter less CPU per byte than small pieces but more memory, so only the first few concurrent pours get them.
 */
const LARGE_PIECE_BYTES = 512 * 1024;
const LARGE_PIECES_LENT_MAX = 64;
const PIECE_BYTES = 128 * 1024;
/** Number of idle buffers to keep. */
const IDLE_PIECES_MAX = 128;

/** Stores blobs as files in `blobs` of the data folder, on the same file system as the staging folder. */
export const diskStore = async (dataDir: string): Promise<BlobStore> => {
  const folder = join(dataDir, "blobs");
  const trashFolder = join(dataDir, "trash");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const pathOf = (id: string): string => join(folder, id);
  const begunPathOf = (instanceId: string): string => join(dataDir, `instance-${instanceId}`);
  const trashPathOf = (id: string): string => join(trashFolder, id);
  const large = createBufferPool(LARGE_PIECE_BYTES, LARGE_PIECES_LENT_MAX);
  const small = createBufferPool(PIECE_BYTES, IDLE_PIECES_MAX);
  const syncs = batched(async () => {
    await syncFolder(folder);
    return () => undefined;
  });
  /** Files that are written at the same time share a flush, which starts after their names are there. */
  const syncNames = (): Promise<undefined> => syncs(undefined);

  return {
    label: `the folder ${folder}`,
    owner: () => readInstanceFile(dataDir),
    async claim(instanceId) {
      await writeInstanceFile(dataDir, instanceId);
      await rm(begunPathOf(instanceId), { force: true });
    },
    begin: (instanceId) => writeFile(begunPathOf(instanceId), "", { mode: 0o600 }),
    hasBegun: async (instanceId) => (await stat(begunPathOf(instanceId)).catch(undefinedIfMissing)) !== undefined,
    async keep(stagingFile, id) {
      // A hard link instead of a rename: until the blob is in the index, the staging file must survive a crash.
      await linkOrCopy(stagingFile, pathOf(id));
      await syncNames();
    },
    async write(bytes, id) {
      try {
        // Incomplete after a crash, but then not in the index: the sweep deletes it.
        await writeFile(pathOf(id), bytes, { flag: "wx", mode: 0o600, flush: true });
      } catch (error) {
        await rm(pathOf(id), { force: true });
        throw error;
      }
      await syncNames();
    },
    async replace(stagingFile, id) {
      const beside = `${stagingFile}-${randomUUID()}`;
      await link(stagingFile, beside);
      await rename(beside, pathOf(id));
      await syncNames();
    },
    async size(id) {
      return (await stat(pathOf(id)).catch(undefinedIfMissing))?.size;
    },
    async stream(id, { start, end }): Promise<Readable> {
      const handle = await openPart(pathOf(id), id, end);
      return handle.createReadStream({ start, end });
    },
    async pour(id, range, take) {
      const handle = await openPart(pathOf(id), id, range.end);
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
    async bytes(id, { start, end }, into) {
      const handle = await openBlob(pathOf(id), id);
      try {
        return await readAll(
          handle,
          start,
          into?.subarray(0, end - start + 1) ?? Buffer.allocUnsafeSlow(end - start + 1),
          id,
        );
      } finally {
        await handle.close();
      }
    },
    async copyTo(id, path) {
      try {
        await linkOrCopy(pathOf(id), path);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
        throw new BlobMissing(id, { cause: error });
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
    async discard(id) {
      await mkdir(trashFolder, { recursive: true, mode: 0o700 });
      // Before the move, so that a crash in between can't make it look old in the trash.
      await utimes(pathOf(id), new Date(), new Date()).catch(undefinedIfMissing);
      await rename(pathOf(id), trashPathOf(id)).catch(undefinedIfMissing);
      await syncFolder(trashFolder);
      await syncFolder(folder);
    },
    async recover(id) {
      try {
        await rename(trashPathOf(id), pathOf(id));
      } catch (error) {
        return undefinedIfMissing(error as NodeJS.ErrnoException) ?? false;
      }
      await syncFolder(folder);
      return true;
    },
    async *trash() {
      const entries = await readdir(trashFolder).catch(undefinedIfMissing);
      for (const id of entries ?? []) {
        const file = await stat(trashPathOf(id)).catch(undefinedIfMissing);
        if (file?.isFile()) yield { id, discardedAt: file.mtime };
      }
    },
    async purge(id) {
      await rm(trashPathOf(id), { force: true });
    },
    async ping() {
      const probe = pathOf(`.ping-${randomUUID()}`);
      await writeFile(probe, "");
      await access(probe, constants.R_OK);
      await unlink(probe);
    },
  };
};

/** Links a file under a new name; copies it durably if it is on another file system or has too many links. */
const linkOrCopy = async (file: string, name: string): Promise<void> => {
  try {
    await link(file, name);
  } catch (error) {
    if (!["EXDEV", "EMLINK"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
    await copyFile(file, name);
    const handle = await open(name, "r");
    await handle.sync().finally(() => handle.close());
  }
};

const undefinedIfMissing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== "ENOENT") throw error;
};

/** Makes a new name in the folder survive a power failure. */
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

/** Opens a blob of at least `end` bytes. */
const openPart = async (path: string, id: string, end: number): Promise<FileHandle> => {
  const handle = await openBlob(path, id);
  try {
    const { size } = await handle.stat();
    if (size <= end) throw new BlobDamaged(id, `it has ${size} bytes, and byte ${end} is needed`);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
};

/** Reads into one buffer while `take` processes the other. */
const pour = async (
  handle: FileHandle,
  pair: readonly [Buffer, Buffer],
  { start, end }: ByteRange,
  take: (bytes: Buffer) => Promise<void>,
): Promise<void> => {
  let taking = Promise.resolve();
  let turn: 0 | 1 = 0;
  for (let position = start; position <= end; turn = turn ? 0 : 1) {
    const buffer = pair[turn];
    const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.length, end - position + 1), position);
    await taking;
    if (bytesRead === 0) throw new Error("The blob is shorter than its index entry.");
    taking = take(buffer.subarray(0, bytesRead));
    // An error during the next read is handled right after it and must not be reported as unhandled until then.
    taking.catch(() => undefined);
    position += bytesRead;
  }
  await taking;
};

/** Fills the buffer. */
const readAll = async (
  handle: FileHandle,
  start: number,
  buffer: Uint8Array<ArrayBuffer>,
  id: string,
): Promise<Uint8Array<ArrayBuffer>> => {
  let done = 0;
  while (done < buffer.length) {
    const { bytesRead } = await handle.read(buffer, done, buffer.length - done, start + done);
    if (bytesRead === 0) throw new BlobMissing(id);
    done += bytesRead;
  }
  return buffer;
};
