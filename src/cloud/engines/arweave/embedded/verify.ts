/** Verifies posted transactions as Arweave does: shape, signature and root. The library decides. */
import * as z from "zod";
import { Refused, idPattern, type PostedTransaction } from "../arweave.ts";
import { arweaveLibrary, fromBase64Url, merkleLibrary, toBase64Url } from "../library.ts";
import { dataBytesMax } from "./limits.ts";

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

export interface VerifiedTransaction {
  readonly sizeBytes: number;
  /** The data included in the transaction itself. */
  readonly data: Buffer;
}

/** Parses untrusted input. Throws `Refused`. */
export const parseTransaction = (posted: unknown): PostedTransaction => {
  const parsed = postedTransaction.safeParse(posted);
  if (!parsed.success) throw new Refused("Invalid transaction: format 2 is required.");
  return parsed.data;
};

/** Throws `Refused`. */
export const verifyTransaction = async (transaction: PostedTransaction): Promise<VerifiedTransaction> => {
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
