import { expect, test } from "vitest";
import { oneLand } from "../../lib/format/land.ts";
import { costMessage, rateMessage, type Quote } from "./cost-sentence.ts";
import type { Prices } from "./prices.ts";

const quoted = (parts: Partial<Quote>): Quote => ({ fromPackages: 0, beyond: 10, land: null, enough: true, ...parts });
const land = (amount: number): string => (BigInt(amount) * oneLand).toString();
const prices: Prices = [
  { resourceType: "BUILD_TIME", data: { land: land(500), per: "1", unit: "SECOND", since: 0 } },
  { resourceType: "BUILD_TIME", data: { land: land(900), per: "1", unit: "SECOND", since: 5000 } },
];

test("cost is shown before an act: what the packages hold is free, the rest is priced, and what would be refused is said so", () => {
  const say = (parts: Partial<Quote>) => costMessage("Storage for 30 days", quoted(parts));
  expect(say({ fromPackages: 10, beyond: 0 })).toBe("Storage for 30 days: included in your allowance.");
  expect(say({ land: land(80_711) })).toBe("Storage for 30 days: 80.71 K LAND ($0.08).");
  expect(say({ fromPackages: 4, land: land(12) })).toBe(
    "Storage for 30 days: 12 LAND (<$0.0001) beyond your allowance.",
  );
  const refused = { land: land(5_000_000), enough: false } as const;
  expect(say({ ...refused, reason: "ALLOWANCE_USED_UP" })).toContain("5 M LAND ($5.00), which exceeds your balance.");
  expect(say({ ...refused, reason: "SPEND_CAP_REACHED" })).toContain("which exceeds a spend cap.");
  expect(say({ enough: false, reason: "ALLOWANCE_USED_UP" })).toContain("can't be paid with LAND.");
});

test("an account that never had any of a resource does not read that it was used up", () => {
  const never = quoted({ beyond: 1, fromPackages: 0, enough: false, reason: "ALLOWANCE_USED_UP" });
  expect(rateMessage("COMPUTE_UNIT", prices, never, 1000)).not.toContain("used up");
});

test("an act whose size shows only while it is done is shown with its rate", () => {
  const say = (parts: Partial<Quote>) => rateMessage("BUILD_TIME", prices, quoted(parts), 1000);
  const rate = "each build minute costs 30 K LAND ($0.03)";
  expect(say({ fromPackages: 1, beyond: 0 })).toBe(`Your allowance is used first; after that, ${rate}.`);
  expect(say({ beyond: 1, land: land(500) })).toBe(`Your allowance doesn't cover this: ${rate}.`);
  expect(say({ beyond: 1, enough: false, reason: "ALLOWANCE_USED_UP" })).toBe(
    "Your allowance and LAND balance don't cover this.",
  );
  expect(say({ beyond: 1, enough: false, reason: "SPEND_CAP_REACHED" })).toContain("this month's spend cap");
});
