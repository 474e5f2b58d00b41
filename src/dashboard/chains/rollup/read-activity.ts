/** What a rollup's latest blocks contain, for charts. */
import * as z from "zod/mini";
import { headerData, hexData, toQuantity } from "./chain-data.ts";
import type { CallRpc } from "./json-rpc.ts";
import { isStillValid, readHead } from "./read-blocks.ts";

export interface ActiveBlock {
  readonly number: number;
  /** Unix seconds. */
  readonly at: number;
  readonly transactions: number;
  readonly gasUsed: number;
}

export interface Activity {
  readonly head: number;
  /** Oldest first. */
  readonly blocks: readonly ActiveBlock[];
}

/** Number of blocks read. */
export const activityBlocks = 120;

/** A block with the hashes of its transactions. */
const hashedBlock = z.nullable(z.extend(headerData, { transactions: z.array(hexData) }));

/** Reads the latest blocks; those of the previous result are reused if still valid. */
export const readActivity = async (call: CallRpc, previous?: Activity): Promise<Activity> => {
  const head = await readHead(call);
  if (previous?.head === head) return previous;
  const first = Math.max(0, head - activityBlocks + 1);
  const known = new Map(
    previous?.blocks
      .filter(({ number }) => isStillValid(previous.head, head, number))
      .map((block) => [block.number, block]),
  );
  const numbers = Array.from({ length: head - first + 1 }, (_, index) => first + index);
  const blocks = await Promise.all(numbers.map(async (number) => known.get(number) ?? blockAt(call, number)));
  return { head, blocks: blocks.filter((block) => block !== undefined) };
};

const blockAt = async (call: CallRpc, number: number): Promise<ActiveBlock | undefined> => {
  const block = hashedBlock.parse(await call("eth_getBlockByNumber", toQuantity(number), false));
  return block
    ? { number, at: block.timestamp, transactions: block.transactions.length, gasUsed: Number(block.gasUsed) }
    : undefined;
};

/** One point per second with blocks, after the first. */
export interface ActivityPoints {
  /** Unix seconds. */
  readonly times: readonly number[];
  readonly transactionsPerSecond: readonly number[];
  /** Average of the blocks of that second. */
  readonly gas: readonly number[];
  /** Milliseconds since the block before; an average where a second has several blocks. */
  readonly blockMs: readonly number[];
}

/** Returns the blocks as points in time: a block's transactions and gas count for the time since the one before. */
export const activityPoints = (blocks: readonly ActiveBlock[]): ActivityPoints => {
  const seconds = [...Map.groupBy(blocks, ({ at }) => at)].map(([at, own]) => ({
    at,
    count: own.length,
    transactions: own.reduce((sum, { transactions }) => sum + transactions, 0),
    gasUsed: own.reduce((sum, { gasUsed }) => sum + gasUsed, 0),
  }));
  const points = seconds.slice(1).map((second, index) => ({ ...second, passed: second.at - seconds[index]!.at }));
  return {
    times: points.map(({ at }) => at),
    transactionsPerSecond: points.map(({ transactions, passed }) => transactions / passed),
    gas: points.map(({ gasUsed, count }) => Math.round(gasUsed / count)),
    blockMs: points.map(({ passed, count }) => (passed * 1000) / count),
  };
};
