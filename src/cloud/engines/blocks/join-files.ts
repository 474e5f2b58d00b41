/** Reads several files as one while copying each byte into one new file. */
import { open, stat, type FileHandle } from "node:fs/promises";
import type { ByteSource } from "./dag/hash-leaves.ts";

interface Part {
  readonly path: string;
  /** Offset in the joined file. */
  readonly start: number;
  readonly end: number;
}

/** Returns the offset and size of each file in the joined file. */
export const partsOf = async (paths: readonly string[]): Promise<Part[]> => {
  const parts: Part[] = [];
  let start = 0;
  for (const path of paths) {
    const end = start + (await stat(path)).size;
    parts.push({ path, start, end });
    start = end;
  }
  return parts;
};

/** Copies bytes to the same offset of `target` as they are read: hashing and joining take one pass. */
export const copyingSource = (parts: readonly Part[], target: FileHandle): ByteSource => ({
  async read(buffer, offset, length, position) {
    const part = partAt(parts, position);
    if (!part) return { bytesRead: 0 };
    // Opened for each piece: an upload may have thousands of parts.
    const handle = await open(part.path, "r");
    try {
      const toRead = Math.min(length, part.end - position);
      const { bytesRead } = await handle.read(buffer, offset, toRead, position - part.start);
      await writeAll(target, buffer.subarray(offset, offset + bytesRead), position);
      return { bytesRead };
    } finally {
      await handle.close();
    }
  },
});

/** Writes all bytes: a single write may be partial. */
export const writeAll = async (handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> => {
  let done = 0;
  while (done < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
};

const partAt = (parts: readonly Part[], position: number): Part | undefined => {
  let [low, high] = [0, parts.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (parts[middle]!.end <= position) low = middle + 1;
    else high = middle;
  }
  return parts[low];
};
