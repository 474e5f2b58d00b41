import { expect, test } from "vitest";
import { broughtBy, redeemableUntil } from "./gift-words.ts";

const gift = { days: null, expiresAt: null };

test("what a voucher brings is said in what people count", () => {
  expect(broughtBy({ ...gift, gives: "LAND", amount: "5000000000000000000000000" })).toBe("5,000,000 LAND");
  expect(broughtBy({ ...gift, gives: "TRAFFIC", amount: `${10 * 1024 ** 3}`, days: 30 })).toBe(
    "10 GB of traffic, to be used within 30 days",
  );
  expect(broughtBy({ ...gift, gives: "BUILD_TIME", amount: "5400", days: 1 })).toBe(
    "90 min of build time, to be used within a day",
  );
  expect(broughtBy({ ...gift, gives: "COMPUTE_UNIT", amount: "2000000" })).toBe("2 million compute units");
});

test("and until when, where it ends", () => {
  expect(redeemableUntil({ expiresAt: null })).toBeUndefined();
  expect(redeemableUntil({ expiresAt: 1_800_000_000 })).toContain("Jan 2027");
});
