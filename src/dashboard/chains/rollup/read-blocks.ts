import * as z from "zod/mini";
import { attempt } from "../../lib/async/attempt.ts";
import {
  blockData,
  numberData,
  quantityData,
  receiptData,
  toQuantity,
  type BlockData,
  type ReceiptData,
} from "./chain-data.ts";
import type { CallRpc } from "./json-rpc.ts";

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
export const readLatest = async (call: CallRpc, count: number, top?: number, previous?: Latest): Promise<Latest> => {
  const [head, gasPrice] = await Promise.all([readHead(call), call("eth_gasPrice").then(quantityData.parse)]);
  if (previous?.head === head) return { ...previous, gasPrice };
  const from = Math.min(top ?? head, head);
  const blocks = await blocksFrom(call, from, count);
  const isSparse = blocks.reduce((sum, { transactions }) => sum + transactions.length, 0) < count;
  const older = isSparse && top === undefined ? await blocksFrom(call, from - count, furtherBlocksMax) : [];
  return { head, gasPrice, blocks, older };
};

/** Maximum number of further blocks read to find transactions: most blocks of a quiet rollup have none. */
const furtherBlocksMax = 45;

/** Reads a block and its predecessors, newest first. */
const blocksFrom = async (call: CallRpc, from: number, count: number): Promise<readonly BlockData[]> => {
  const numbers = Array.from({ length: Math.max(0, Math.min(count, from + 1)) }, (_, index) => from - index);
  const blocks = await Promise.all(numbers.map((number) => blockAt(call, number)));
  return blocks.filter((block) => block !== undefined);
};

export interface WholeBlock {
  readonly head: number;
  readonly block: BlockData;
  /** In the order of its transactions; empty if the node does not return them. */
  readonly receipts: readonly ReceiptData[];
}

/** Reads a block by its number; null if it does not exist yet. `known` is the previous result. */
export const readBlock = async (
  call: CallRpc,
  number: number,
  previous?: WholeBlock | null,
): Promise<WholeBlock | null> => {
  if (previous) {
    const head = await readHead(call);
    if (isStillValid(previous.head, head, number)) return { ...previous, head };
  }
  const [head, block, receipts] = await Promise.all([
    readHead(call),
    blockAt(call, number),
    attempt(async () => z.array(receiptData).parse(await call("eth_getBlockReceipts", toQuantity(number)))),
  ]);
  return block ? { head, block, receipts: receipts ?? [] } : null;
};

/** Blocks with this many successors are final. */
const settledBlocks = 12;

/** Returns whether a block read at head `before` is still valid at `head`. */
export const isStillValid = (before: number, head: number, number: number): boolean =>
  head === before || Math.min(before, head) - number >= settledBlocks;

export const readHead = async (call: CallRpc): Promise<number> => numberData.parse(await call("eth_blockNumber"));

const blockAt = async (call: CallRpc, number: number): Promise<BlockData | undefined> =>
  z.nullable(blockData).parse(await call("eth_getBlockByNumber", toQuantity(number), true)) ?? undefined;
