import { expect, test } from "vitest";
import { isShared, keepingOf } from "./cache-rule.ts";

const chain = { head: 1000, finality: 64 };
const hex = (number: number): string => `0x${number.toString(16)}`;
const keeping = (method: string, params: readonly unknown[], result: unknown = "0x1") =>
  keepingOf({ method, params }, result, chain);

test("content found by its hash, and receipts of final blocks, are cached forever", () => {
  expect(keeping("eth_getBlockByHash", ["0xab", false], {})).toBe("forever");
  expect(keeping("eth_getTransactionReceipt", ["0xab"], { blockNumber: hex(936) })).toBe("forever");
  expect(keeping("eth_getTransactionReceipt", ["0xab"], { blockNumber: hex(937) })).toBe("block");
  expect(keeping("eth_getTransactionByHash", ["0xab"], { blockNumber: null })).toBe("never");
});

test("responses for the head of the chain are cached for a block's time", () => {
  expect(keeping("eth_getBalance", ["0xab", "latest"])).toBe("block");
  expect(keeping("eth_getBalance", ["0xab", hex(936)])).toBe("forever");
  expect(keeping("eth_call", [{}, hex(990)])).toBe("block");
  expect(keeping("eth_getLogs", [{ fromBlock: "0x1", toBlock: hex(900) }], [])).toBe("forever");
  expect(keeping("eth_getLogs", [{ fromBlock: "0x1" }], [])).toBe("block");
});

test("null is never cached", () => {
  expect(keeping("eth_getTransactionReceipt", ["0xab"], null)).toBe("never");
  expect(keeping("eth_getBlockByHash", ["0xab", false], null)).toBe("never");
});

test("nonces, pending state and writes are never shared", () => {
  expect(isShared("eth_getTransactionCount", ["0xab", "latest"])).toBe(false);
  expect(isShared("eth_getBalance", ["0xab", "pending"])).toBe(false);
  expect(isShared("eth_sendRawTransaction", ["0xab"])).toBe(false);
  expect(isShared("debug_traceTransaction", ["0xab"])).toBe(false);
});
