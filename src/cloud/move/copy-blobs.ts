/** Copies blobs and the files of unfinished uploads from one store to another. Blobs never change, so each is copied once. */
import { createHash, randomUUID, type Hash } from "node:crypto";
import { createWriteStream, existsSync } from "node:fs";
import { appendFile, mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { stagingFolderOf } from "../engines/blocks/open.ts";
import { ownStagingPrefixes } from "../engines/blocks/roots/sweep.ts";
import type { BlobStore } from "../engines/blocks/store/blob-store.ts";
import { eachOf } from "../operator/backups/create-backup.ts";

const copies = 4;
const privatePrefixes = [...Object.values(ownStagingPrefixes), "backup-", "restore-", "move-"];

export interface BlobCopy {
  readonly from: BlobStore;
  readonly to: BlobStore;
  readonly dataDir: string;
  /** Path of a blob of `from`, if it is a file of this machine. */
  readonly pathOf?: (id: string) => string;
  /** File with the IDs of the blobs whose copies were read back and compared. */
  readonly verifiedFile: string;
}

export interface Copied {
  readonly blobs: number;
  readonly bytes: number;
}

/** Returns the IDs of the blobs whose copies were compared. */
export const readVerified = async ({ verifiedFile }: Pick<BlobCopy, "verifiedFile">): Promise<Set<string>> =>
  new Set((await readFile(verifiedFile, "utf8").catch(() => "")).split("\n"));

/**
 * Copies the blobs that are not yet copied, and compares each copy by its SHA-256. Skips blobs that are deleted meanwhile. With `isRepeated`,
 * copies that were compared before are not looked for again.
 */
export const copyBlobs = async (
  copy: BlobCopy,
  { isRepeated = false, report }: { readonly isRepeated?: boolean; readonly report?: (copied: Copied) => void } = {},
): Promise<void> => {
  const verified = await readVerified(copy);
  const present = new Set<string>();
  if (!isRepeated) for await (const { id } of copy.to.all()) present.add(id);
  let copied: Copied = { blobs: 0, bytes: 0 };
  await eachOf(copy.from.all(), copies, async ({ id }) => {
    if (/^\.?ping-/.test(id) || (verified.has(id) && (isRepeated || present.has(id)))) return;
    const bytes = await copyOne(copy, id);
    if (bytes === undefined) return;
    await appendFile(copy.verifiedFile, `${id}\n`, { mode: 0o600 });
    copied = { blobs: copied.blobs + 1, bytes: copied.bytes + bytes };
    report?.(copied);
  });
};

/** Returns its size; undefined if the blob is gone. */
const copyOne = async ({ from, to, dataDir, pathOf }: BlobCopy, id: string): Promise<number | undefined> => {
  const staging = stagingFolderOf(dataDir);
  await mkdir(staging, { recursive: true, mode: 0o700 });
  const staged = join(staging, `move-${randomUUID()}`);
  try {
    const size = await from.size(id);
    if (size === undefined) return undefined;
    const original = size === 0 ? Readable.from([]) : await from.stream(id, { start: 0, end: size - 1 });
    const hash = createHash("sha256");
    if (pathOf) await pipeline(original, hash);
    else await pipeline(original, hashing(hash), createWriteStream(staged, { flush: true }));
    const path = pathOf ? pathOf(id) : staged;
    // An interrupted or damaged copy of before is replaced.
    await ((await to.size(id)) === undefined ? to.keep(path, id) : to.replace(path, id));
    const copied = createHash("sha256");
    if (size > 0) await pipeline(await to.stream(id, { start: 0, end: size - 1 }), copied);
    if (hash.digest("hex") !== copied.digest("hex"))
      throw new Error(`The copy of blob ${id} in ${to.label} differs. Try again.`);
    return size;
  } catch (error) {
    // Deleted meanwhile. How that is reported depends on who read it.
    if ((await from.size(id)) === undefined) return undefined;
    throw error;
  } finally {
    await rm(staged, { force: true });
  }
};

/** Passes a stream on while its hash is computed. */
const hashing = (hash: Hash) =>
  async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  };

/** Copies the files of unfinished uploads from the staging folder to a store, or back. They may grow, so their sizes decide. */
export const copyStaged = async (dataDir: string, remote: BlobStore, direction: "out" | "back"): Promise<void> => {
  const folder = stagingFolderOf(dataDir);
  if (direction === "out") {
    for (const name of await readdir(folder).catch(() => [])) {
      if (privatePrefixes.some((prefix) => name.startsWith(prefix))) continue;
      const file = await stat(join(folder, name)).catch(() => undefined);
      if (!file?.isFile() || (await remote.size(name)) === file.size) continue;
      try {
        await remote.keep(join(folder, name), name);
      } catch (error) {
        // An upload that was completed or cancelled meanwhile has no file.
        if (existsSync(join(folder, name))) throw error;
      }
    }
    return;
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for await (const { id } of remote.all()) {
    const [size, path] = [await remote.size(id), join(folder, id)];
    if (size === undefined || (existsSync(path) && (await stat(path)).size === size)) continue;
    await pipeline(
      size === 0 ? [] : await remote.stream(id, { start: 0, end: size - 1 }),
      createWriteStream(path, { flush: true }),
    );
  }
};
