import { expect, test } from "vitest";
import type { CallRpc } from "./json-rpc.ts";
import { readAddress, readHistory } from "./read-address.ts";
import { activityBlocks, activityPoints, readActivity } from "./read-activity.ts";
import { readBlock, readLatest } from "./read-blocks.ts";
import { readTransaction } from "./read-transaction.ts";

const address = `0x${"a1".repeat(20)}`;
const root = `0x${"00".repeat(32)}`;
const hashOf = (number: number) => `0x${number.toString(16).padStart(64, "0")}`;
const transaction = (number: number) => ({
  hash: hashOf(number),
  blockNumber: `0x${number.toString(16)}`,
  transactionIndex: "0x0",
  from: address,
  to: null,
  value: "0x10000000000000000000000000000000000000001",
  gas: "0x5208",
  gasPrice: "0x1",
  nonce: "0x0",
  input: "0x",
});
const block = (number: number, transactions: readonly (object | string)[]) => ({
  number: `0x${number.toString(16)}`,
  hash: hashOf(number),
  parentHash: root,
  timestamp: "0x6b02afda",
  miner: address,
  gasUsed: "0x5208",
  gasLimit: "0x1c9c380",
  stateRoot: root,
  transactionsRoot: root,
  receiptsRoot: root,
  transactions,
});

/** A node of plain Ethereum with blocks up to `head`, a transaction in each tenth, without ots_ methods. */
const plainNode = (head: { value: number }) => {
  const methods: string[] = [];
  const call: CallRpc = async (method, ...[first, whole]) => {
    methods.push(method);
    const number = Number(first);
    if (method === "eth_blockNumber") return `0x${head.value.toString(16)}`;
    if (method === "eth_gasPrice") return "0x3b9aca00";
    if (method === "eth_getBlockByNumber") {
      const transactions = number % 10 === 0 ? [transaction(number)] : [];
      if (number > head.value) return null;
      return block(number, whole ? transactions : transactions.map(({ hash }) => hash));
    }
    if (method === "eth_getTransactionByHash") return number <= head.value ? transaction(number) : null;
    if (method === "eth_getTransactionReceipt")
      return number <= head.value ? { status: "0x0", gasUsed: "0x1", logs: [] } : null;
    if (method === "eth_getBlockReceipts") return null;
    if (method === "eth_getBalance" || method === "eth_getTransactionCount") return "0x1";
    if (method === "eth_getCode") return "0x60";
    throw new Error(`the method ${method} does not exist`);
  };
  return { ask: call, asked: methods };
};

test("the newest blocks are read with earlier ones if they have few transactions, and not again while the head stays", async () => {
  const head = { value: 200 };
  const { ask, asked } = plainNode(head);
  const latest = await readLatest(ask, 10);
  expect(latest.blocks.map(({ number }) => number)).toEqual([200, 199, 198, 197, 196, 195, 194, 193, 192, 191]);
  expect(latest.older[0]?.number).toBe(190);
  expect(latest.older.flatMap(({ transactions }) => transactions)).toHaveLength(5);
  expect(latest.blocks[0]?.transactions[0]?.value).toBe(2n ** 160n + 1n);
  asked.length = 0;
  expect((await readLatest(ask, 10, undefined, latest)).blocks).toBe(latest.blocks);
  expect(asked).toEqual(["eth_blockNumber", "eth_gasPrice"]);
  head.value = 3;
  expect((await readLatest(ask, 10)).blocks).toHaveLength(4);
});

test("a future block is null; a final one is not read again", async () => {
  const { ask, asked } = plainNode({ value: 100 });
  expect(await readBlock(ask, 101)).toBeNull();
  const previous = await readBlock(ask, 80);
  expect(previous?.receipts).toEqual([]);
  asked.length = 0;
  expect((await readBlock(ask, 80, previous))?.block).toBe(previous?.block);
  expect(asked).toEqual(["eth_blockNumber"]);
});

test("without ots_ methods a transaction has no internal calls, a contract no creator, and there is no history", async () => {
  const { ask } = plainNode({ value: 100 });
  const whole = await readTransaction(ask, hashOf(40));
  expect(whole?.mined).toMatchObject({ calls: undefined, revert: undefined, receipt: { status: 0 } });
  expect(await readTransaction(ask, hashOf(400))).toBeNull();
  expect(await readAddress(ask, address)).toMatchObject({ code: "0x60", creator: undefined });
  await expect(readHistory(ask, address, {}, 25)).rejects.toThrow("does not exist");
});

test("the latest blocks are read for charts, and later only those that are new or may have changed", async () => {
  const head = { value: 500 };
  const { ask, asked } = plainNode(head);
  const first = await readActivity(ask);
  expect([first.blocks.length, first.blocks[0]!.number, first.blocks.at(-1)!.number]).toEqual([120, 381, 500]);
  expect(first.blocks.at(-1)).toEqual({ number: 500, at: 0x6b02afda, transactions: 1, gasUsed: 21_000 });
  expect(asked.length).toBe(1 + activityBlocks);
  expect(await readActivity(ask, first)).toBe(first);
  head.value = 501;
  asked.length = 0;
  const second = await readActivity(ask, first);
  expect(second.blocks.map(({ number }) => number)).toEqual(first.blocks.map(({ number }) => number + 1));
  // The head, the new block, and those that are not final.
  expect(asked.length).toBe(1 + 1 + 12);
  head.value = 2;
  expect((await readActivity(ask)).blocks.map(({ number }) => number)).toEqual([0, 1, 2]);
});

test("charts show each block over the time since the one before; blocks of one second are one point", () => {
  const of = (number: number, at: number, transactions: number, gasUsed: number) => ({
    number,
    at,
    transactions,
    gasUsed,
  });
  expect(activityPoints([of(1, 100, 9, 9), of(2, 104, 2, 42_000), of(3, 105, 3, 10), of(4, 105, 1, 30)])).toEqual({
    times: [104, 105],
    transactionsPerSecond: [0.5, 4],
    gas: [42_000, 20],
    blockMs: [4000, 500],
  });
  expect(activityPoints([]).times).toEqual([]);
});
