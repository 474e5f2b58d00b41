/**
 * Cleans up after interrupted imports: blobs missing from the index and half-written staging files. Unknown blobs stay
 * in the trash for a week and are recovered on demand. If the index looks wrong, they stay in place.
 */
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import type { Db } from "../../database/database.ts";
import type { BlobStore } from "../store/blob-store.ts";
import { countBlobs, findBlobs } from "../store/blob-rows.ts";
import type { SweepReport } from "../blocks.ts";
import { chunked } from "../chunked.ts";

const BLOBS_PER_QUERY = 1000;
const TRASH_DAYS = 7;
const DAY_MS = 86_400_000;

interface Sweep {
  readonly db: Db;
  readonly store: BlobStore;
  /** Newer blobs stay: another process may be about to record them. */
  readonly before: Date;
  readonly log: Logger;
}

/**
 * Moves unknown blobs to the trash and purges old ones. Does neither if the index lost all or half of its blobs since
 * the last sweep.
 */
export const sweepBlobs = async ({ db, store, before, log }: Sweep): Promise<SweepReport> => {
  const indexed = await countBlobs(db);
  const { swept_blobs } = await db.selectFrom("instance").select("swept_blobs").executeTakeFirstOrThrow();
  const sweptBefore = Number(swept_blobs);
  await recoverKnown(db, store, log);
  const isSuspicious = indexed === 0 || indexed * 2 <= sweptBefore;

  if (isSuspicious && (await isAny(unknownBlobs(db, store, new Date())))) {
    // Unknown blobs belong to a running import, or are checked again when they are old enough.
    if (!(await isAny(unknownBlobs(db, store, before)))) return { isHeld: false, discarded: 0 };
    log.error({ indexedBlobs: indexed, before: sweptBefore }, heldMessage);
    const hold = db.updateTable("instance").set({ sweep_held_at: new Date() }).where("sweep_held_at", "is", null);
    const { numUpdatedRows } = await hold.executeTakeFirst();
    return { isHeld: true, isNew: numUpdatedRows > 0n };
  }
  let discarded = 0;
  for await (const id of unknownBlobs(db, store, before)) {
    await store.discard(id);
    discarded += 1;
    log.warn({ blobId: id }, "Moved an unknown blob to the trash");
  }
  await emptyTrash(db, store);
  await db
    .updateTable("instance")
    .set({ swept_blobs: BigInt(indexed), sweep_held_at: null })
    .execute();
  return { isHeld: false, discarded };
};

export const heldMessage =
  "The blob store contains unknown blobs, and the database lists none or half as many as before. Nothing is " +
  'deleted. If this is the right database, run "npm run adopt"; if not, restore the right one.';

const isAny = async (items: AsyncIterable<unknown>): Promise<boolean> => {
  for await (const _ of items) return true;
  return false;
};

async function* unknownBlobs(db: Db, store: BlobStore, before: Date): AsyncGenerator<string> {
  let ids: string[] = [];
  for await (const { id, writtenAt } of store.all()) {
    if (writtenAt > before || ids.push(id) < BLOBS_PER_QUERY) continue;
    yield* await unknownAmong(db, ids);
    ids = [];
  }
  if (ids.length > 0) yield* await unknownAmong(db, ids);
}

const unknownAmong = async (db: Db, ids: readonly string[]): Promise<string[]> => {
  const known = await findBlobs(db, ids);
  return ids.filter((id) => !known.has(id));
};

/** Recovers blobs discarded under an index that did not list them. */
const recoverKnown = async (db: Db, store: BlobStore, log: Logger): Promise<void> => {
  const trashed: string[] = [];
  for await (const { id } of store.trash()) trashed.push(id);
  for (const ids of chunked(trashed, BLOBS_PER_QUERY)) {
    for (const id of await findBlobs(db, ids)) {
      if ((await store.size(id)) !== undefined) await store.purge(id);
      else if (await store.recover(id)) log.warn({ blobId: id }, "Restored a blob from the trash");
    }
  }
};

const emptyTrash = async (db: Db, store: BlobStore): Promise<void> => {
  const limit = Date.now() - TRASH_DAYS * DAY_MS;
  for await (const { id, discardedAt } of store.trash()) {
    if (discardedAt.getTime() > limit || (await findBlobs(db, [id])).size > 0) continue;
    await store.purge(id);
  }
};

/** Prefixes of staging files that are useless after a crash; staging files of uploads belong to their service. */
export const ownStagingPrefixes = {
  car: "car-",
  folder: "folder-",
  joined: "joined-",
  links: "links-",
  repair: "repair-",
} as const;

export const sweepStaging = async (folder: string, before: Date): Promise<void> => {
  for (const name of await readdir(folder)) {
    if (!Object.values(ownStagingPrefixes).some((prefix) => name.startsWith(prefix))) continue;
    const file = await stat(join(folder, name)).catch(() => undefined);
    if (file && file.mtime <= before) await rm(join(folder, name), { force: true });
  }
};
