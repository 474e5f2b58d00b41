/** The block engine's reference: the reference importer, and reproducible bytes. */
import { createCipheriv, createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { importer, type CIDProfile, type ImportCandidateStream } from "ipfs-unixfs-importer";
import type { CID } from "multiformats/cid";

/** Returns the reference importer's CID of the last entry: a file, or the directory around them. */
export const referenceCid = async (
  entries: ImportCandidateStream,
  options: { readonly profile?: CIDProfile; readonly wrapWithDirectory?: boolean } = {},
): Promise<string> => {
  const store = { put: (cid: CID) => cid };
  let last: CID | undefined;
  for await (const { cid } of importer(entries, store, { profile: "unixfs-v1-2025", ...options })) last = cid;
  return last!.toString();
};

/** Returns the ChaCha20 key stream of sha256(seed): pseudorandom bytes that are the same everywhere. */
export const keyStream = (seed: string): ((length: number) => Buffer) => {
  const cipher = createCipheriv("chacha20", createHash("sha256").update(seed).digest(), Buffer.alloc(16));
  return (length) => cipher.update(Buffer.alloc(length));
};

/** The key stream in parts of at most 1 MiB. */
export function* keyStreamParts(length: number, seed: string): Generator<Buffer> {
  const next = keyStream(seed);
  for (let left = length; left > 0; left -= 1024 * 1024) yield next(Math.min(left, 1024 * 1024));
}

export type Files = Readonly<Record<string, Uint8Array | string>>;

export const writeFiles = async (folder: string, files: Files): Promise<void> => {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
};
