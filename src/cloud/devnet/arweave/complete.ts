/** Stores complete data as one file in the block store and indexes the items of a bundle by ID. */
import { readFile, rm } from "node:fs/promises";
import { CID } from "multiformats/cid";
import type { Blocks } from "../../engines/blocks/blocks.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { PostedTransaction, Tag } from "../../engines/arweave/arweave.ts";
import { isBundle, recordTags } from "./tags.ts";
import { createHash } from "node:crypto";
import { bundleItemsMax } from "./limits.ts";

/** Staging files with this prefix are deleted at the next start (engines/blocks/sweep.ts). */
export const stagingPrefix = "joined-";

/**
 * Assigns the complete data in the staging file to every transaction waiting for this root, in one step with its items.
 */
export const completeData = async (db: Db, blocks: Blocks, dataRoot: string, stagingFile: string): Promise<void> => {
  const waiting = await waitingFor(db, dataRoot);
  if (waiting.length === 0) return rm(stagingFile, { force: true });
  const items = waiting.some(isBundleRow) ? await unbundle(await readFile(stagingFile)) : [];
  const file = await blocks.prepareFile(stagingFile);
  try {
    await db.transaction().execute(async (trx) => {
      await file.record(trx);
      const cid = Buffer.from(CID.parse(file.cid).bytes);
      for (const row of await waitingFor(trx, dataRoot)) {
        await trx.updateTable("arweave_transaction").set({ data_cid: cid }).where("id", "=", row.id).execute();
        if (isBundleRow(row)) for (const item of items) await recordItem(trx, row.id, cid, item);
      }
      await trx.deleteFrom("arweave_chunk").where("data_root", "=", dataRoot).execute();
    });
  } finally {
    await file.settle();
  }
};

interface WaitingRow {
  readonly id: string;
  readonly header: unknown;
}

const waitingFor = (db: Db, dataRoot: string): Promise<WaitingRow[]> =>
  db
    .selectFrom("arweave_transaction")
    .select(["id", "header"])
    .where("data_root", "=", dataRoot)
    .where("data_cid", "is", null)
    .orderBy("id")
    .$if(db.isTransaction, (query) => query.forUpdate())
    .execute();

const isBundleRow = ({ header }: WaitingRow): boolean => isBundle(header as PostedTransaction);

const recordItem = async (trx: Trx, bundleId: string, cid: Buffer, item: BundledItem): Promise<void> => {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("arweave_transaction")
    .values({
      id: item.id,
      bundle_id: bundleId,
      owner_address: item.ownerAddress,
      header: JSON.stringify(item.header),
      data_root: "",
      data_size: BigInt(item.sizeBytes),
      data_cid: cid,
      data_offset: BigInt(item.offset),
      height: null,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 1n) await recordTags(trx, item.id, item.tags);
};

interface BundledItem {
  readonly id: string;
  readonly ownerAddress: string;
  readonly tags: readonly Tag[];
  readonly header: object;
  /** Offset of the item's data in the bundle. */
  readonly offset: number;
  readonly sizeBytes: number;
}

const headerBytes = 32;
const entryBytes = 64;

/**
 * Parses a bundle (ANS-104). Returns the items with a valid signature that matches their ID; none if the data is not
 * a bundle.
 */
const unbundle = async (bundle: Buffer): Promise<BundledItem[]> => {
  const { DataItem } = await import("@dha-team/arbundles");
  const items: BundledItem[] = [];
  for (const { id, start, end } of entriesOf(bundle)) {
    const raw = bundle.subarray(start, end);
    if (!(await isValid(raw, DataItem))) continue;
    const item = new DataItem(raw);
    if (item.id !== id) continue;
    const dataStart = item.getStartOfData();
    const { signature, owner, target, anchor, tagsB64Url } = item;
    const sizeBytes = raw.length - dataStart;
    items.push({
      id,
      ownerAddress: createHash("sha256").update(item.rawOwner).digest("base64url"),
      tags: item.tags,
      header: { id, signature, owner, target, last_tx: anchor, tags: tagsB64Url, data_size: String(sizeBytes) },
      offset: start + dataStart,
      sizeBytes,
    });
  }
  return items;
};

/** The library throws on malformed items. */
const isValid = (raw: Buffer, { verify }: { verify(raw: Buffer): Promise<boolean> }): Promise<boolean> =>
  verify(raw).catch(() => false);

interface Entry {
  readonly id: string;
  readonly start: number;
  readonly end: number;
}

/** Returns an empty list if the header does not fit the bytes. */
const entriesOf = (bundle: Buffer): Entry[] => {
  const count = bundle.length < headerBytes ? 0 : numberAt(bundle, 0);
  let start = headerBytes + count * entryBytes;
  if (count > bundleItemsMax || start > bundle.length) return [];
  const entries: Entry[] = [];
  for (let index = 0; index < count; index += 1) {
    const at = headerBytes + index * entryBytes;
    const end = start + numberAt(bundle, at);
    if (end > bundle.length) return [];
    entries.push({ id: bundle.toString("base64url", at + 32, at + entryBytes), start, end });
    start = end;
  }
  return start === bundle.length ? entries : [];
};

/** Reads a little-endian number of 32 bytes. Returns a number larger than any bundle on overflow. */
const numberAt = (bytes: Buffer, at: number): number =>
  bytes.subarray(at + 6, at + 32).every((byte) => byte === 0) ? bytes.readUIntLE(at, 6) : Number.MAX_SAFE_INTEGER;
