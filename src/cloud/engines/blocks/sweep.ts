/** Removes what an interrupted import left: blobs that the index does not know, and half-written staging files. */
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import type { Db } from "../database/database.ts";
import type { BlobStore } from "./blob-store.ts";
import { knownBlobs } from "./blob-rows.ts";

const BLOBS_PER_QUERY = 1000;

/** Leaves alone what was written after `before`: another process may be about to record it. */
export const sweepBlobs = async (db: Db, store: BlobStore, before: Date, log: Logger): Promise<void> => {
  let ids: string[] = [];
  const sweep = async (): Promise<void> => {
    const known = await knownBlobs(db, ids);
    for (const id of ids.filter((id) => !known.has(id))) {
      await store.remove(id);
      log.warn({ blobId: id }, "removed a blob that an interrupted import left behind");
    }
    ids = [];
  };
  for await (const { id, writtenAt } of store.all()) {
    if (writtenAt > before) continue;
    if (ids.push(id) === BLOBS_PER_QUERY) await sweep();
  }
  if (ids.length > 0) await sweep();
};

/** What staging files are called that nobody comes back to after a crash; those of uploads belong to their service. */
export const ownStagingPrefixes = { car: "car-", folder: "folder-", joined: "joined-", links: "links-" } as const;

export const sweepStaging = async (folder: string, before: Date): Promise<void> => {
  for (const name of await readdir(folder)) {
    if (!Object.values(ownStagingPrefixes).some((prefix) => name.startsWith(prefix))) continue;
    const file = await stat(join(folder, name)).catch(() => undefined);
    if (file && file.mtime <= before) await rm(join(folder, name), { force: true });
  }
};
