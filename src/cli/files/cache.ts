/** .freehold/cache.json: digests of files by size, times and inode. Without it, files are hashed again. */
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { LocalFile } from "./collect.ts";

export interface DigestCache {
  find(file: LocalFile): string | undefined;
  /** Stores the digests of these files and deletes all others. */
  keep(files: readonly LocalFile[], digests: readonly string[]): void;
  /** Deletes all digests, after the server found a wrong one. */
  clear(): void;
}

interface Stored {
  readonly version: 1;
  /** Full path of the deployed folder: another folder has other files with the same names. */
  readonly root: string;
  readonly files: Readonly<Record<string, readonly [stamp: string, sha256: string]>>;
}

/**
 * A file changed this shortly before hashing could be changed again within the same tick of the file system's clock.
 */
const settledAfterMs = 2000;

/** `folder` is the `.freehold` folder; without one nothing is stored. */
export const openCache = (folder: string | undefined, root: string, now = Date.now()): DigestCache => {
  if (folder === undefined) return { find: () => undefined, keep: () => undefined, clear: () => undefined };
  const file = join(folder, "cache.json");
  const known = read(file, root);
  return {
    find: ({ path, stamp }) => {
      const [knownStamp, sha256] = known[path] ?? [];
      return knownStamp === stamp ? sha256 : undefined;
    },
    keep: (files, digests) => {
      const settled = files.flatMap(({ path, stamp, changedAtMs }, index) =>
        changedAtMs < now - settledAfterMs ? [[path, [stamp, digests[index]!]] as const] : [],
      );
      const isSame =
        settled.length === Object.keys(known).length && settled.every(([path, [stamp]]) => known[path]?.[0] === stamp);
      if (!isSame) write(file, { version: 1, root, files: Object.fromEntries(settled) });
    },
    clear: () => rmSync(file, { force: true }),
  };
};

const read = (file: string, root: string): Stored["files"] => {
  try {
    const stored = JSON.parse(readFileSync(file, "utf8")) as Partial<Stored>;
    return stored.version === 1 && stored.root === root && stored.files ? stored.files : {};
  } catch {
    return {};
  }
};

const write = (file: string, stored: Stored): void => {
  const next = `${file}.${process.pid}`;
  try {
    writeFileSync(next, JSON.stringify(stored));
    renameSync(next, file);
  } catch {
    rmSync(next, { force: true });
  }
};
