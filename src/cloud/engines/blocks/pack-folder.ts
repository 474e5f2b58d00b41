/** Concatenates a folder's files in one staging file. */
import { constants, type Dirent } from "node:fs";
import { open, readdir, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import type { PackedFile } from "./blocks.ts";

/** Files up to this size are read whole, many at a time; larger ones are streamed. */
const SMALL_BYTES = 256 * 1024;
const FILES_AT_ONCE = 32;
const COPY_BYTES = 1024 * 1024;

/**
 * Returns the files in path order. Skips empty folders. Throws on symbolic links, special files and names that are not
 * UTF-8.
 */
export const packFolder = async (folder: string, staging: FileHandle, signal?: AbortSignal): Promise<PackedFile[]> => {
  const paths = await filesBelow(folder, "");
  const packed: PackedFile[] = [];
  let offset = 0;
  for (let start = 0; start < paths.length; start += FILES_AT_ONCE) {
    signal?.throwIfAborted();
    const sources = await Promise.all(paths.slice(start, start + FILES_AT_ONCE).map((path) => readSmall(folder, path)));
    let small: Buffer[] = [];
    for (const { path, bytes } of sources) {
      if (bytes) small.push(bytes);
      else small = await flush(staging, small);
      const sizeBytes = bytes?.length ?? (await copyLarge(join(folder, path), staging, signal));
      packed.push({ path, offset, sizeBytes });
      offset += sizeBytes;
    }
    await flush(staging, small);
  }
  return packed;
};

const filesBelow = async (root: string, prefix: string): Promise<string[]> => {
  const entries = await readdir(join(root, prefix), { withFileTypes: true });
  const below: string[] = [];
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = prefix ? `${prefix}/${entry.name}` : entry.name;
    refuseSpecial(entry, path);
    if (entry.isFile()) below.push(path);
    else for (const inner of await filesBelow(root, path)) below.push(inner);
  }
  return below;
};

const refuseSpecial = (entry: Dirent, path: string): void => {
  if (entry.name.includes("\uFFFD")) throw new Error(`The file name is not valid UTF-8: ${path}`);
  if (entry.isSymbolicLink()) throw new Error(`Symbolic links can't be published: ${path}`);
  if (!entry.isFile() && !entry.isDirectory()) throw new Error(`Only files and folders can be published: ${path}`);
};

/** Reads a small file; returns no bytes for a large one. */
const readSmall = async (folder: string, path: string): Promise<{ path: string; bytes?: Buffer }> => {
  const handle = await openFile(join(folder, path));
  try {
    const { size } = await handle.stat();
    return size > SMALL_BYTES ? { path } : { path, bytes: await handle.readFile() };
  } finally {
    await handle.close();
  }
};

const copyLarge = async (path: string, staging: FileHandle, signal?: AbortSignal): Promise<number> => {
  const handle = await openFile(path);
  const stream = handle.createReadStream({ highWaterMark: COPY_BYTES, signal });
  let sizeBytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    await staging.writeFile(chunk);
    sizeBytes += chunk.length;
  }
  return sizeBytes;
};

// A link that replaced the file after the folder was read must not be followed.
const openFile = (path: string): Promise<FileHandle> => open(path, constants.O_RDONLY | constants.O_NOFOLLOW);

const flush = async (staging: FileHandle, small: Buffer[]): Promise<Buffer[]> => {
  if (small.length > 0) await staging.writeFile(Buffer.concat(small));
  return [];
};
