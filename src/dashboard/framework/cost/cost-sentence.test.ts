import { expect, test } from "vitest";
import { landUnit } from "../../../../resources/money.ts";
import { costText, rateText, type Quote } from "./cost-sentence.ts";
import type { Prices } from "./prices.ts";

const quoted = (parts: Partial<Quote>): Quote => ({ fromPackages: 0, beyond: 10, land: null, enough: true, ...parts });
const land = (amount: number): string => (BigInt(amount) * landUnit).toString();
const prices: Prices = [
  { resourceType: "BUILD_TIME", data: { land: land(500), per: "1", unit: "SECOND", since: 0 } },
  { resourceType: "BUILD_TIME", data: { land: land(900), per: "1", unit: "SECOND", since: 5000 } },
];

test("cost is shown before an act: what the packages hold is included, the rest is priced in dollars, and what would be refused is said so", () => {
  const say = (parts: Partial<Quote>) => costText("Storage for 30 days", quoted(parts));
  expect(say({ fromPackages: 10, beyond: 0 })).toEqual({
    chip: "Included in your plan",
    text: "Storage for 30 days: covered by your allowance.",
  });
  expect(say({ land: land(80_711) })).toEqual({
    chip: "Storage for 30 days: $0.08",
    text: "Your allowance doesn't cover this. It costs $0.08, paid from your balance.",
  });
  expect(say({ fromPackages: 4, land: land(12) }).text).toBe(
    "Your allowance covers a part. The rest costs <$0.0001, paid from your balance.",
  );
  const refused = { land: land(5_000_000), enough: false } as const;
  expect(say({ ...refused, reason: "ALLOWANCE_USED_UP" }).text).toBe(
    "Storage for 30 days: $5.00, which exceeds your balance.",
  );
  expect(say({ ...refused, reason: "SPEND_CAP_REACHED" }).text).toContain("which exceeds a spend cap.");
  expect(say({ enough: false, reason: "ALLOWANCE_USED_UP" }).text).toContain("can't be paid from your balance.");
});

test("an account that never had any of a resource does not read that it was used up", () => {
  const never = quoted({ beyond: 1, fromPackages: 0, enough: false, reason: "ALLOWANCE_USED_UP" });
  expect(rateText("COMPUTE_UNIT", prices, never, 1000).text).not.toContain("used up");
});

test("an act whose size shows only while it is done is shown with its rate", () => {
  const say = (parts: Partial<Quote>) => rateText("BUILD_TIME", prices, quoted(parts), 1000);
  const rate = "$0.03 per build minute";
  expect(say({ fromPackages: 1, beyond: 0 })).toEqual({
    chip: "Included in your plan",
    text: `Your allowance is used first. After that, ${rate}.`,
  });
  expect(say({ beyond: 1, land: land(500) })).toEqual({
    chip: rate,
    text: "Your allowance doesn't cover this. It is paid from your balance.",
  });
  expect(say({ beyond: 1, enough: false, reason: "ALLOWANCE_USED_UP" }).text).toBe(
    "Your allowance and balance don't cover this.",
  );
  expect(say({ beyond: 1, enough: false, reason: "SPEND_CAP_REACHED" }).text).toContain("this month's spend cap");
});
