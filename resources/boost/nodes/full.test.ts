import { expect, test } from "vitest";
import { fullAt } from "./full.ts";
import { claimable, pointUnit, type Earning } from "./points.ts";

const node: Earning = {
  computed: 0n,
  computeTimestamp: 1000,
  baseRate: [{ rate: 30_000, start: 1000 }],
  boosts: [{ rate: 10_000, start: 1000, end: 1000 + 3600 }],
  rateBuff: 0,
  capacity: 300n * pointUnit,
  protectExpiredAt: -1,
};

test("a node is full in the first second in which the claimable points reach its capacity", () => {
  const full = fullAt(node, 1000)!;
  // 40 points in the first hour, then 260 at 30 an hour.
  expect(full).toBe(1000 + 3600 + Math.ceil((260 / 30) * 3600));
  expect([claimable(node, full), claimable(node, full - 1) < node.capacity]).toEqual([node.capacity, true]);
  expect(fullAt(node, full + 50)).toBe(full + 50);
});

test("a node that earns nothing, or needs more than a year, is never full", () => {
  expect(fullAt({ ...node, baseRate: [] }, 1000)).toBeUndefined();
  expect(fullAt({ ...node, baseRate: [{ rate: 1, start: 1000 }], boosts: [] }, 1000)).toBeUndefined();
});
