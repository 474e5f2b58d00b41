/** Accepts transactions. Each is stored with its cost before it is acknowledged. */
import { writeFile } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import type { Blocks } from "../../blocks/blocks.ts";
import type { Db, Trx } from "../../database/database.ts";
import { Refused, type PostedTransaction } from "../arweave.ts";
import { addressOf } from "../library.ts";
import { balanceOf, newestBlock, priceOf, spend } from "./chain.ts";
import { completeData, stagingPrefix } from "./complete.ts";
import { anchorBlocks } from "./limits.ts";
import { recordTags, tagsOf } from "./tags.ts";
import { parseTransaction, verifyTransaction } from "./verify.ts";

/** Throws `Refused`. Returns false if the node already has the transaction. */
export const acceptTransaction = async (db: Db, blocks: Blocks, posted: unknown): Promise<boolean> => {
  const transaction = parseTransaction(posted);
  // Checked first: a wallet without coins causes no further work.
  if ((await balanceOf(db, addressOf(transaction.owner))) === 0n) throw notEnough();
  const { sizeBytes, data } = await verifyTransaction(transaction);
  const isNew = await db.transaction().execute((trx) => recordTransaction(trx, transaction, sizeBytes));
  if (data.length > 0) await keepData(db, blocks, transaction, data);
  return isNew;
};

const recordTransaction = async (trx: Trx, transaction: PostedTransaction, sizeBytes: number): Promise<boolean> => {
  const { id, owner, target, reward, quantity } = transaction;
  const from = addressOf(owner);
  const existing = await trx.selectFrom("arweave_transaction").select("id").where("id", "=", id).executeTakeFirst();
  if (existing) return false;
  // Transactions of one wallet are processed in order: the second may reference the first.
  const wallet = await trx
    .selectFrom("arweave_wallet")
    .select("last_tx")
    .where("address", "=", from)
    .forUpdate()
    .executeTakeFirst();
  if (!(await isKnownAnchor(trx, transaction.last_tx, wallet?.last_tx ?? "")))
    throw new Refused("Invalid anchor in the transaction.");
  if (BigInt(reward) < priceOf(sizeBytes)) throw new Refused("The reward is less than the price of the data.");
  const cost = { from, to: target, quantity: BigInt(quantity), reward: BigInt(reward), id };
  if (!(await spend(trx, cost))) throw notEnough();
  const { data: _, ...header } = transaction;
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("arweave_transaction")
    .values({
      id,
      bundle_id: null,
      owner_address: from,
      header: JSON.stringify(header),
      data_root: transaction.data_root,
      data_size: BigInt(sizeBytes),
      data_cid: null,
      height: null,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) throw new Refused("This transaction is already being processed.", 409);
  await recordTags(trx, id, tagsOf(transaction));
  return true;
};

const notEnough = (): Refused => new Refused("The wallet balance is too low for this transaction.", 410);

const isKnownAnchor = async (trx: Trx, anchor: string, lastOfWallet: string): Promise<boolean> => {
  if (anchor === lastOfWallet) return true;
  const { height } = await newestBlock(trx);
  const block = await trx
    .selectFrom("arweave_block")
    .select("height")
    .where("id", "=", anchor)
    .where("height", ">", height - BigInt(anchorBlocks))
    .executeTakeFirst();
  return block !== undefined;
};

/** Stores the data included in the transaction itself. */
const keepData = async (db: Db, blocks: Blocks, { data_root }: PostedTransaction, data: Buffer): Promise<void> => {
  const path = blocks.stagingPath(`${stagingPrefix}${randomUUID()}`);
  await writeFile(path, data, { flush: true });
  await completeData(db, blocks, data_root, path);
};
