/** SHA-256 of files as the sender states them: they name an upload before its bytes come, and are checked once they have come. */
import { createHash } from "node:crypto";
import { open, type FileHandle } from "node:fs/promises";
import { AppError } from "../../app-error.ts";
import type { Manifest } from "./service.ts";

const READ_BYTES = 1024 * 1024;

/** Path, bytes and, if the sender knew it, the digest in hex. */
export type ListedFile = readonly [path: string, sizeBytes: number, sha256?: string];

/** One digest for kind, paths, sizes and contents, whatever the order of the files. Undefined when a file has none. */
export const manifestDigest = ({ kind, files }: Manifest): Buffer | undefined => {
  if (files.some(({ sha256 }) => sha256 === undefined)) return undefined;
  const lines = files.map(({ path, sizeBytes, sha256 }) => `${path}\0${sizeBytes}\0${sha256}`).toSorted();
  return createHash("sha256").update(`${kind}\n`).update(lines.join("\n")).digest();
};

/** Throws UPLOAD_DIGEST unless each of the files, one after another in the staging file, is what its digest says. */
export const checkDigests = async (stagingFile: string, files: readonly ListedFile[]): Promise<void> => {
  const handle = await open(stagingFile, "r");
  try {
    const read = reader(handle);
    for (const [path, sizeBytes, sha256] of files) {
      const hash = createHash("sha256");
      for await (const bytes of read(sizeBytes)) hash.update(bytes);
      if (sha256 !== undefined && hash.digest("hex") !== sha256)
        throw new AppError("UPLOAD_DIGEST", { fields: { files: [path] } });
    }
  } finally {
    await handle.close();
  }
};

/** Hands out the file's next bytes: small files are cut from one read of many. */
const reader = (handle: FileHandle) => {
  const buffer = Buffer.allocUnsafe(READ_BYTES);
  let [start, end] = [0, 0];
  return async function* (lengthBytes: number): AsyncGenerator<Buffer> {
    for (let left = lengthBytes; left > 0;) {
      if (start === end) {
        ({ bytesRead: end } = await handle.read(buffer, 0, buffer.length));
        start = 0;
        if (end === 0) throw new Error("The staging file is shorter than its file list.");
      }
      const taken = Math.min(left, end - start);
      yield buffer.subarray(start, start + taken);
      start += taken;
      left -= taken;
    }
  };
};
