/**
 * SHA-256 digests declared by clients: they identify an upload before its content is sent, and are verified afterwards.
 */
import { createHash } from "node:crypto";
import { open, type FileHandle } from "node:fs/promises";
import { AppError } from "../../kernel/app-error.ts";
import type { ImportedTree } from "../../engines/blocks/blocks.ts";

export interface Manifest {
  readonly kind: "folder" | "zip";
  readonly files: readonly {
    readonly path: string;
    readonly sizeBytes: number;
    readonly sha256?: string | undefined;
  }[];
  /** Whether files that are usually secret may be published. */
  readonly secrets?: boolean | undefined;
}

const READ_BYTES = 1024 * 1024;

/** Path, size and optional hex digest. */
export type ListedFile = readonly [path: string, sizeBytes: number, sha256?: string];

declare module "../../engines/database/tables.ts" {
  interface ColumnTypes {
    "upload.files": readonly ListedFile[];
    "upload.published": ImportedTree;
  }
}

/**
 * Computes a digest of kind, paths, sizes and contents, independent of file order. Returns undefined if a file has no
 * digest.
 */
export const manifestDigest = ({ kind, files }: Manifest): Buffer | undefined => {
  if (files.some(({ sha256 }) => sha256 === undefined)) return undefined;
  const lines = files.map(({ path, sizeBytes, sha256 }) => `${path}\0${sizeBytes}\0${sha256}`).toSorted();
  return createHash("sha256").update(`${kind}\n`).update(lines.join("\n")).digest();
};

/** Verifies the digests of the consecutive files in the staging file. Throws UPLOAD_DIGEST. */
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

/** Reads consecutive files. One read covers many small files. */
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
      const length = Math.min(left, end - start);
      yield buffer.subarray(start, start + length);
      start += length;
      left -= length;
    }
  };
};
