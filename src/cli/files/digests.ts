/** Computes the SHA-256 of each file. Digests of unmodified files come from the cache. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { DigestCache } from "./cache.ts";
import type { LocalFile } from "./collect.ts";

const filesAtOnce = 16;
const wholeFileBytes = 1024 * 1024;

/** Returns the digests in hex, in the order of the files. */
export const digestsOf = async (root: string, files: readonly LocalFile[], cache: DigestCache): Promise<string[]> => {
  const digests = files.map((file) => cache.find(file) ?? "");
  const missing = digests.flatMap((digest, index) => (digest === "" ? index : [])).values();
  const work = async (): Promise<void> => {
    for (const index of missing)
      digests[index] = await digestOf(join(root, files[index]!.path), files[index]!.sizeBytes);
  };
  await Promise.all(Array.from({ length: filesAtOnce }, work));
  cache.keep(files, digests);
  return digests;
};

const digestOf = async (path: string, sizeBytes: number): Promise<string> => {
  const hash = createHash("sha256");
  if (sizeBytes <= wholeFileBytes) hash.update(await readFile(path));
  else await pipeline(createReadStream(path, { highWaterMark: wholeFileBytes }), hash);
  return hash.digest("hex");
};
