/** Stores complete data as one file in the block store and indexes the items of a bundle by ID. */
import { readFile, rm } from "node:fs/promises";
import { CID } from "multiformats/cid";
import type { Blocks } from "../../blocks/blocks.ts";
import type { Db, Trx } from "../../database/database.ts";
import type { PostedTransaction } from "../arweave.ts";
import { isBundle, recordTags } from "./tags.ts";
import { unbundle, type BundledItem } from "./unbundle.ts";

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
