import { constants } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import type { Readable } from "node:stream";

export interface Received {
  /** Bytes stored durably, even if the stream failed. */
  readonly bytes: number;
  /** The stream's error, if it failed. */
  readonly brokenBy?: unknown;
  /** The stream exceeded the limit; its bytes do not count. */
  readonly isTooLong: boolean;
}

/** Writes a stream durably to a file, starting at `offset`. Creates the file if needed. */
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
