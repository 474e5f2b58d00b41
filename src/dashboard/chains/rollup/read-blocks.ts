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
  /** Wei per unit of gas. */
  readonly gasPrice: bigint;
  /** Newest first. */
  readonly blocks: readonly BlockData[];
  /** The blocks before, if the newest have few transactions. */
  readonly older: readonly BlockData[];
}

/**
 * Reads the newest blocks up to `top`, or to the chain's head; `known` is the previous result, whose blocks are reused
 * if still valid.
 */
export const readLatest = async (ask: Ask, count: number, top?: number, known?: Latest): Promise<Latest> => {
  const [head, gasPrice] = await Promise.all([readHead(ask), ask("eth_gasPrice").then(quantityData.parse)]);
  if (known?.head === head) return { ...known, gasPrice };
  const from = Math.min(top ?? head, head);
  const blocks = await blocksFrom(ask, from, count);
  const isSparse = blocks.reduce((sum, { transactions }) => sum + transactions.length, 0) < count;
  const older = isSparse && top === undefined ? await blocksFrom(ask, from - count, furtherMax) : [];
  return { head, gasPrice, blocks, older };
};

/** Maximum number of further blocks read to find transactions: most blocks of a quiet rollup have none. */
const furtherMax = 45;

/** Reads a block and its predecessors, newest first. */
const blocksFrom = async (ask: Ask, from: number, count: number): Promise<readonly BlockData[]> => {
  const numbers = Array.from({ length: Math.max(0, Math.min(count, from + 1)) }, (_, index) => from - index);
  const blocks = await Promise.all(numbers.map((number) => blockAt(ask, number)));
  return blocks.filter((block) => block !== undefined);
};

export interface WholeBlock {
  readonly head: number;
  readonly block: BlockData;
  /** In the order of its transactions; empty if the node does not return them. */
  readonly receipts: readonly ReceiptData[];
}

/** Reads a block by its number; null if it does not exist yet. `known` is the previous result. */
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

/** Blocks with this many successors are final. */
const settledBlocks = 12;

/** Returns whether a block read at head `before` is still valid at `head`. */
export const isStill = (before: number, head: number, number: number): boolean =>
  head === before || Math.min(before, head) - number >= settledBlocks;

export const readHead = async (ask: Ask): Promise<number> => numberData.parse(await ask("eth_blockNumber"));

const blockAt = async (ask: Ask, number: number): Promise<BlockData | undefined> =>
  z.nullable(blockData).parse(await ask("eth_getBlockByNumber", toQuantity(number), true)) ?? undefined;
