import * as z from "zod/mini";
import { attempt } from "../../lib/attempt.ts";
import {
  blockData,
  numberData,
  quantityData,
  receiptData,
  toQuantity,
  type BlockData,
  type ReceiptData,
} from "./chain-data.ts";
import type { Ask } from "./json-rpc.ts";

export interface Latest {
  readonly head: number;
  /** Wei for a unit of gas. */
  readonly gasPrice: bigint;
  /** The newest first. */
  readonly blocks: readonly BlockData[];
  /** Those before them, where there are few transactions in the newest. */
  readonly older: readonly BlockData[];
}

/** The newest blocks up to `top`, or to the chain's own head; `known` is the answer before, whose blocks may still be those. */
export const readLatest = async (ask: Ask, count: number, top?: number, known?: Latest): Promise<Latest> => {
  const [head, gasPrice] = await Promise.all([readHead(ask), ask("eth_gasPrice").then(quantityData.parse)]);
  if (known?.head === head) return { ...known, gasPrice };
  const from = Math.min(top ?? head, head);
  const blocks = await blocksFrom(ask, from, count);
  const isSparse = blocks.reduce((sum, { transactions }) => sum + transactions.length, 0) < count;
  const older = isSparse && top === undefined ? await blocksFrom(ask, from - count, furtherMax) : [];
  return { head, gasPrice, blocks, older };
};

/** At most so many blocks more are read to find transactions: most blocks of a rollup that is seldom used have none. */
const furtherMax = 45;

/** A block and those before it, the newest first. */
const blocksFrom = async (ask: Ask, from: number, count: number): Promise<readonly BlockData[]> => {
  const numbers = Array.from({ length: Math.max(0, Math.min(count, from + 1)) }, (_, index) => from - index);
  const blocks = await Promise.all(numbers.map((number) => blockAt(ask, number)));
  return blocks.filter((block) => block !== undefined);
};

export interface WholeBlock {
  readonly head: number;
  readonly block: BlockData;
  /** In the order of its transactions; none where the node does not tell them. */
  readonly receipts: readonly ReceiptData[];
}

/** A block by its number; null when there is none yet. `known` is the answer before. */
export const readBlock = async (ask: Ask, number: number, known?: WholeBlock | null): Promise<WholeBlock | null> => {
  if (known) {
    const head = await readHead(ask);
    if (isStill(known.head, head, number)) return { ...known, head };
  }
  const [head, block, receipts] = await Promise.all([
    readHead(ask),
    blockAt(ask, number),
    attempt(async () => z.array(receiptData).parse(await ask("eth_getBlockReceipts", toQuantity(number)))),
  ]);
  return block ? { head, block, receipts: receipts ?? [] } : null;
};

/** Blocks below so many others are not taken back anymore. */
const settledBlocks = 12;

/** Whether what was read of a block when the head was `before` still holds now that it is `head`. */
export const isStill = (before: number, head: number, number: number): boolean =>
  head === before || Math.min(before, head) - number >= settledBlocks;

export const readHead = async (ask: Ask): Promise<number> => numberData.parse(await ask("eth_blockNumber"));

const blockAt = async (ask: Ask, number: number): Promise<BlockData | undefined> =>
  z.nullable(blockData).parse(await ask("eth_getBlockByNumber", toQuantity(number), true)) ?? undefined;
