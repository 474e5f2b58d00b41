import { expect, test } from "vitest";
import { giftSummary, redeemableUntil } from "./gift-labels.ts";

const gift = { days: null, expiresAt: null };

test("a voucher's value is shown in display units", () => {
  expect(giftSummary({ ...gift, gives: "LAND", amount: "5000000000000000000000000" })).toBe("$5.00 (5,000,000 LAND)");
  expect(giftSummary({ ...gift, gives: "TRAFFIC", amount: `${10 * 1024 ** 3}`, days: 30 })).toBe(
    "10 GB of traffic, valid for 30 days",
  );
  expect(giftSummary({ ...gift, gives: "BUILD_TIME", amount: "5400", days: 1 })).toBe(
    "90 min of build time, valid for a day",
  );
  expect(giftSummary({ ...gift, gives: "COMPUTE_UNIT", amount: "2000000" })).toBe("2 million compute units");
});

test("a voucher's expiry is shown, if any", () => {
  expect(redeemableUntil({ expiresAt: null })).toBeUndefined();
  expect(redeemableUntil({ expiresAt: 1_800_000_000 })).toContain("Jan 2027");
});
