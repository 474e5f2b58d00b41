import { constants } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import type { Readable } from "node:stream";

export interface Received {
  /** Bytes that lie safely on disk, also when the stream broke off. */
  readonly bytes: number;
  /** Why the stream ended before its end. */
  readonly brokenBy?: unknown;
  /** More came than was allowed; nothing of it counts. */
  readonly isTooLong: boolean;
}

/** Writes a stream into a file from `offset` on, and has it on disk before it says so. Creates the file if need be. */
export const receive = async (stream: Readable, path: string, offset: number, bytesMax: number): Promise<Received> => {
  const handle = await openOrCreate(path);
  try {
    let bytes = 0;
    const chunks = (stream as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
    for (;;) {
      const next = await chunks.next().catch((error: unknown) => ({ error }));
      if ("error" in next) {
        await handle.datasync();
        return { bytes, brokenBy: next.error, isTooLong: false };
      }
      if (next.done) break;
      if (bytes + next.value.length > bytesMax) return { bytes: 0, isTooLong: true };
      await writeAll(handle, next.value, offset + bytes);
      bytes += next.value.length;
    }
    await handle.datasync();
    return { bytes, isTooLong: false };
  } finally {
    await handle.close();
  }
};

const openOrCreate = (path: string): Promise<FileHandle> => open(path, constants.O_RDWR | constants.O_CREAT);

const writeAll = async (handle: FileHandle, bytes: Buffer, position: number): Promise<void> => {
  let done = 0;
  while (done < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
};
