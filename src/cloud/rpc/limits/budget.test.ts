import { expect, test, vi } from "vitest";
import { createBudget, type Payer } from "./budget.ts";

const generous = { ask: async () => undefined, used: async () => ({ resources: [] }) };
const budgetOf = () =>
  createBudget({ db: {}, usage: { record: () => undefined }, allowance: generous } as unknown as Parameters<
    typeof createBudget
  >[0]);
const payer = (teamId: string): Payer => ({ keyId: `key of ${teamId}`, teamId, type: "VIP", ahead: 10 });

test("idle teams are removed from memory; teams with pending requests are not", async () => {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  const { take, teams } = budgetOf();
  const open = await take(payer("busy"), 1);
  for (let number = 0; number < 5000; number += 1) {
    (await take(payer(`team ${number}`), 1)).charge();
    now += 10;
  }
  expect(teams()).toBeLessThan(2000);
  open.release();
  now += 10_000;
  for (let number = 0; number < 3000; number += 1) {
    const other = await take(payer(`other ${number}`), 1);
    if (number % 2 === 0) other.charge();
  }
  // Their units are still reserved, so the uncharged half remains counted.
  expect(teams()).toBeGreaterThan(1500);
});
