import { describe, expect, test } from "vitest";
import {
  claimable,
  collect,
  dailySignRate,
  explore,
  inviterShare,
  isLocked,
  pointUnit,
  protectedFor,
  ratesAt,
  settled,
  tokenBuff,
  type Earning,
} from "./points.ts";

/** mulberry32: the same numbers in every run. */
const numbers = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
};

const someNode = (below: (max: number) => number): Earning => ({
  computed: 0n,
  computeTimestamp: 0,
  baseRate: Array.from({ length: 1 + below(3) }, () => ({ rate: below(200_000), start: below(300) })),
  boosts: Array.from({ length: below(5) }, () => {
    const start = below(900);
    return { rate: below(90_000), start, end: start + below(600) };
  }),
  rateBuff: below(80_000),
  capacity: BigInt(1 + below(60)) * pointUnit,
  protectExpiredAt: -1,
});

/** Integrates second by second, in 1/360,000 of a micro-point, without interval arithmetic. */
const walk = (node: Earning, from: number, to: number, held: bigint): bigint => {
  let [grains, full] = [held, node.capacity * 360_000n];
  for (let second = from; second < to; second += 1) {
    for (const { rate, start, end = Infinity } of [...node.baseRate, ...node.boosts] as {
      rate: number;
      start: number;
      end?: number;
    }[])
      if (start <= second && second < end) grains += BigInt(rate) * (100_000n + BigInt(node.rateBuff));
    if (grains > full) grains = full;
  }
  return grains;
};

describe("random rates, boosts and times", () => {
  const forMany = (holds: (below: (max: number) => number) => void) => (): void => {
    for (let seed = 1; seed <= 300; seed += 1) holds(numbers(seed));
  };

  test(
    "points equal an integration second by second, to the last stored decimal",
    forMany((below) => {
      let node = someNode(below);
      const { baseRate, boosts } = node;
      let [held, at] = [0n, 0];
      for (let step = 0; step < 8; step += 1) {
        const next = at + below(400);
        held = walk({ ...node, baseRate, boosts }, at, next, held);
        expect(claimable(node, next)).toBe(held / 360_000n);
        const done = collect(node, next);
        expect(done.collected).toBe(held / 360_000n);
        held -= done.collected * 360_000n;
        ({ node } = done);
        at = next;
      }
    }),
  );

  test(
    "collecting twice, late or with a clock that goes backward never adds points",
    forMany((below) => {
      const node = someNode(below);
      const [early, late] = [below(600), 600 + below(2000)];
      const once = collect({ ...node, capacity: 10n ** 12n }, late).collected;
      const first = collect({ ...node, capacity: 10n ** 12n }, early);
      const again = collect(first.node, early);
      expect(again.collected).toBe(0n);
      expect(collect(again.node, early - below(100)).collected).toBe(0n);
      expect(first.collected + collect(again.node, late).collected).toBe(once);
      expect(collect(node, late).collected).toBeLessThanOrEqual(node.capacity);
    }),
  );

  test(
    "exploring takes at most 50%, and only from unprotected nodes",
    forMany((below) => {
      const node = someNode(below);
      const at = below(3000);
      const before = claimable(node, at);
      const { node: after, taken } = explore(node, at, below(1200));
      expect(taken * 2n).toBeLessThanOrEqual(before + 1n);
      expect(claimable(after, at)).toBe(before - taken);
      const safe = explore(protectedFor(node, at, 1), at, 500);
      expect(safe.taken).toBe(0n);
      expect(claimable(safe.node, at)).toBe(before);
      expect(explore(protectedFor(node, at, 1), at + 1, 500).taken).toBe(claimable(node, at + 1) / 2n);
    }),
  );

  test(
    "all explorers together take at most half of the earnings since the last collect, and never more than they found",
    forMany((below) => {
      let node = someNode(below);
      let [lost, at] = [0n, 0];
      for (let step = 0; step < 6; step += 1) {
        at += below(900);
        const found = explore(node, at, below(600), { lost }).taken;
        at += below(300);
        const { node: after, taken } = explore(node, at, below(600), { lost, found });
        expect(taken).toBeLessThanOrEqual(found);
        lost += taken;
        expect(claimable(after, at)).toBeGreaterThanOrEqual(lost);
        node = after;
      }
    }),
  );
});

const hour = 3600;
const node: Earning = {
  computed: 0n,
  computeTimestamp: 0,
  baseRate: [{ rate: 30_000, start: 0 }],
  boosts: [{ rate: 10_000, start: 0, end: 2 * hour }],
  rateBuff: 0,
  capacity: 300n * pointUnit,
  protectExpiredAt: -1,
};

test("Accrued points = each rate times elapsed hours from its start.", () => {
  expect(claimable(node, hour)).toBe(40n * pointUnit);
  const later = { ...node, baseRate: [...node.baseRate, { rate: 6000, start: hour }] };
  expect(claimable(later, 2 * hour)).toBe(86n * pointUnit);
});

test("Boosts stop at their end time; a boost past its end counts as zero.", () => {
  expect(claimable(node, 4 * hour)).toBe(140n * pointUnit);
  expect(ratesAt(node, 2 * hour)).toEqual({ base: 30n * pointUnit, boost: 0n, total: 30n * pointUnit });
  expect(settled(node, 3 * hour).boosts).toEqual([]);
});

test("The sum is multiplied by (1 + rateBuff/100) and added to the computed base.", () => {
  const buffed = { ...settled(node, hour), rateBuff: 50_000 };
  expect(claimable(buffed, 2 * hour)).toBe(100n * pointUnit);
  expect(ratesAt(buffed, hour).total).toBe(60n * pointUnit);
});

test("The boost is locked when there is no base rate.", () => {
  const locked = { ...node, baseRate: [] };
  expect(isLocked(locked)).toBe(true);
  expect(claimable(locked, hour)).toBe(0n);
  expect(ratesAt(locked, hour).total).toBe(0n);
});

test("nothing accrues at capacity, and a larger capacity applies from then on", () => {
  expect(claimable(node, 100 * hour)).toBe(300n * pointUnit);
  const larger = { ...settled(node, 100 * hour), capacity: 400n * pointUnit };
  expect(claimable(larger, 101 * hour)).toBe(330n * pointUnit);
  const smaller = { ...settled(node, 4 * hour), capacity: 100n * pointUnit };
  expect(claimable(smaller, 5 * hour)).toBe(140n * pointUnit);
});

test("inviter share, daily sign-in rates and token buffs follow the specification", () => {
  expect(inviterShare(199n)).toBe(9n);
  expect([1, 2, 7, 9].map((day) => dailySignRate(day, true))).toEqual([10_000, 20_000, 70_000, 70_000]);
  expect(dailySignRate(5, false)).toBe(1000);
  expect(tokenBuff({ staked: 99, held: 10 })).toBe(20);
  expect(tokenBuff({ staked: 100, held: 0 })).toBe(500);
});
