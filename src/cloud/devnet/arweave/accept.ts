/** Accepts transactions. Each is stored with its cost before it is acknowledged. */
import { writeFile } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import type { Blocks } from "../../engines/blocks/blocks.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import { Refused, type PostedTransaction, idPattern } from "../../engines/arweave/arweave.ts";
import { addressOf, arweaveLibrary, fromBase64Url, merkleLibrary, toBase64Url } from "../../engines/arweave/library.ts";
import { balanceOf, newestBlock, priceOf, spend } from "./chain.ts";
import { completeData, stagingPrefix } from "./complete.ts";
import { anchorBlocks, dataBytesMax } from "./limits.ts";
import { recordTags, tagsOf } from "./tags.ts";
import * as z from "zod";

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

const base64Url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]*$/);
const amount = z.string().regex(/^(0|[1-9]\d{0,20})$/);
const tagBytesMax = 2048;
const tagsMax = 128;

const postedTransaction = z.object({
  format: z.literal(2),
  id: z.string().regex(idPattern),
  last_tx: base64Url(64),
  owner: z.string().regex(/^[\w-]{683}$/),
  tags: z.array(z.object({ name: base64Url(4096), value: base64Url(4096) })).max(tagsMax),
  target: z.union([z.literal(""), z.string().regex(idPattern)]),
  quantity: amount,
  data: base64Url(1_400_000).default(""),
  data_size: amount,
  data_root: z.union([z.literal(""), z.string().regex(idPattern)]),
  reward: amount,
  signature: z.string().regex(/^[\w-]{683}$/),
});

interface VerifiedTransaction {
  readonly sizeBytes: number;
  /** The data included in the transaction itself. */
  readonly data: Buffer;
}

/** Parses untrusted input. Throws `Refused`. */
const parseTransaction = (posted: unknown): PostedTransaction => {
  const parsed = postedTransaction.safeParse(posted);
  if (!parsed.success) throw new Refused("Invalid transaction: format 2 is required.");
  return parsed.data;
};

/** Verifies a posted transaction as Arweave does: shape, signature and root; the library decides. Throws `Refused`. */
const verifyTransaction = async (transaction: PostedTransaction): Promise<VerifiedTransaction> => {
  const sizeBytes = Number(transaction.data_size);
  if (sizeBytes > dataBytesMax) throw new Refused("The data is too large.", 413);
  if (tagBytes(transaction) > tagBytesMax) throw new Refused("The tags exceed 2048 bytes.");
  if ((sizeBytes === 0) !== (transaction.data_root === "")) throw new Refused("data_root and data_size do not match.");
  const data = fromBase64Url(transaction.data);
  if (data.length > 0 && !(await isRootOf(transaction, sizeBytes, data)))
    throw new Refused("The data does not match data_root.");
  if (!(await hasValidSignature(transaction))) throw new Refused("Transaction verification failed.");
  return { sizeBytes, data };
};

const tagBytes = ({ tags }: PostedTransaction): number =>
  tags.reduce((sum, { name, value }) => sum + fromBase64Url(name).length + fromBase64Url(value).length, 0);

const isRootOf = async ({ data_root }: PostedTransaction, sizeBytes: number, data: Buffer): Promise<boolean> => {
  const { generateTransactionChunks } = await merkleLibrary();
  return data.length === sizeBytes && toBase64Url((await generateTransactionChunks(data)).data_root) === data_root;
};

/** The library throws if the ID does not match the signature. */
const hasValidSignature = async (transaction: PostedTransaction): Promise<boolean> => {
  const { transactions } = (await arweaveLibrary()).init({});
  const raw = { ...transaction, data: new Uint8Array(), tags: [...transaction.tags] };
  return transactions.verify(transactions.fromRaw(raw)).catch(() => false);
};
