import { describe, expect, test } from "vitest";
import { nextBlock, type BlockSize, type Waiting } from "./next-block.ts";

const now = Date.now();
const waiting = (sender: string, nonce: number, more: Partial<Waiting> = {}): Waiting => ({
  sender,
  nonce: BigInt(nonce),
  hash: `${sender}${nonce}`,
  gas_limit: 21_000n,
  raw: Buffer.alloc(0),
  created_at: new Date(now),
  ...more,
});
const blockOf = (rows: readonly Waiting[], nonces: Record<string, number>, size?: BlockSize) => {
  const { included, dropped } = nextBlock(rows, new Map(Object.entries(nonces)), size, now);
  return { included: included.map(({ hash }) => hash), dropped: dropped.map(({ hash }) => hash) };
};

describe("the next block", () => {
  test("takes transactions in order of acceptance", () => {
    const rows = [waiting("b", 0), waiting("a", 7), waiting("b", 1)];
    expect(blockOf(rows, { a: 7, b: 0 })).toEqual({ included: ["b0", "a7", "b1"], dropped: [] });
  });

  test("takes a transaction accepted too early after its predecessor", () => {
    const rows = [waiting("a", 2), waiting("a", 1), waiting("a", 0)];
    expect(blockOf(rows, { a: 0 })).toEqual({ included: ["a0", "a1", "a2"], dropped: [] });
  });

  test("leaves a transaction whose predecessor is missing", () => {
    expect(blockOf([waiting("a", 1)], { a: 0 })).toEqual({ included: [], dropped: [] });
  });

  test("drops a transaction whose predecessor does not arrive in three hours", () => {
    const old = waiting("a", 1, { created_at: new Date(now - 3 * 3_600_000 - 1) });
    expect(blockOf([old], { a: 0 })).toEqual({ included: [], dropped: ["a1"] });
  });

  test("drops a transaction with a used nonce", () => {
    expect(blockOf([waiting("a", 1), waiting("a", 2)], { a: 2 })).toEqual({ included: ["a2"], dropped: ["a1"] });
  });

  test("respects the gas limit and a sender's order", () => {
    const half = { gas_limit: 16_000_000n };
    const rows = [waiting("a", 0, half), waiting("a", 1, half), waiting("a", 2), waiting("b", 0)];
    expect(blockOf(rows, { a: 0, b: 0 })).toEqual({ included: ["a0", "b0"], dropped: [] });
  });

  test("respects the byte limit if there is one", () => {
    const long = { raw: Buffer.alloc(600) };
    const rows = [waiting("a", 0, long), waiting("b", 0, long), waiting("c", 0, { raw: Buffer.alloc(400) })];
    expect(blockOf(rows, { a: 0, b: 0, c: 0 }, { gas: 30_000_000, bytes: 1_000 }).included).toEqual(["a0", "c0"]);
  });
});
