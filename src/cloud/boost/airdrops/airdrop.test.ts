import { expect, test } from "vitest";
import { airdropShares } from "./airdrop.ts";

test("shares are proportional to points, never exceed the total, and fall short by at most one unit per node", () => {
  let seed = 7;
  const next = (below: number): bigint => BigInt((seed = (seed * 48_271) % 2_147_483_647) % below);
  for (let round = 0; round < 50; round += 1) {
    const points = Array.from({ length: 1 + round }, () => next(1_000_000) - 1000n);
    const total = next(1_000_000_000);
    const shares = airdropShares(total, points);
    const sum = shares.reduce((all, one) => all + one, 0n);
    expect(sum).toBeLessThanOrEqual(total);
    if (points.some((one) => one > 0n)) expect(total - sum).toBeLessThan(BigInt(points.length));
    points.forEach((one, index) => {
      if (one <= 0n) expect(shares[index]).toBe(0n);
      points.forEach((other, at) => one >= other && expect(shares[index]).toBeGreaterThanOrEqual(shares[at]!));
    });
  }
});

test("no points, no shares", () => {
  expect(airdropShares(100n, [0n, -5n])).toEqual([0n, 0n]);
  expect(airdropShares(100n, [])).toEqual([]);
  expect(airdropShares(100n, [1n, 1n, 1n])).toEqual([33n, 33n, 33n]);
});
