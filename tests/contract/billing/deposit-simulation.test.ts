/**
 * Deposits with chain reorganizations, a crashing watcher, and teams that spend all the time. Small here, large in the
 * soak test.
 */
import { expect, test } from "vitest";
import { simulateDeposits } from "../../support/billing/deposit-simulation.ts";

test("credited deposits equal those on the chain, under any failure", async () => {
  const { blocks, reorgs, crashes, credited, expected, suspense, expectedSuspense, audited } = await simulateDeposits({
    seed: "shallow",
    rounds: 70,
    confirmations: 5,
    deepestReorg: 4,
  });
  expect(credited).toEqual(expected);
  expect(suspense).toBe(expectedSuspense);
  expect(audited).toMatchObject({ sums: { LAND: 0n, POINT: 0n }, wrongAccounts: [], expiredHolds: [], isSound: true });
  // Ensures that the simulation covered enough.
  expect(blocks).toBeGreaterThan(100);
  expect(Math.min(reorgs, crashes)).toBeGreaterThan(5);
  expect(credited.every((amount) => amount > 0n)).toBe(true);
});

test("also after a chain reorganization removes a credited deposit", async () => {
  const { reversed, credited, expected, suspense, expectedSuspense, audited } = await simulateDeposits({
    seed: "deep",
    rounds: 40,
    confirmations: 2,
    deepestReorg: 9,
  });
  expect(credited).toEqual(expected);
  expect(suspense).toBe(expectedSuspense);
  expect(audited).toMatchObject({ sums: { LAND: 0n, POINT: 0n }, wrongAccounts: [], isSound: true });
  expect(reversed).toBeGreaterThan(3);
});
