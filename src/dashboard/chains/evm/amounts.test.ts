import { expect, test } from "vitest";
import { landUnit } from "../../../../resources/money.ts";
import { coinFor, raised, stablecoinFor, usdFor } from "./amounts.ts";

const dollars = (whole: bigint) => whole * 10n ** 18n;

test("a million LAND costs a dollar", () => {
  expect(usdFor(5_000_000n * landUnit)).toBe(dollars(5n));
  expect(stablecoinFor(5_000_000n * landUnit)).toBe(5_000_000n);
});

test("5,000,000 LAND at $2,500 per coin cost 0.002 coins", () => {
  expect(coinFor(5_000_000n * landUnit, dollars(2500n))).toBe(2n * 10n ** 15n);
});

test("the native amount is rounded up: it never buys less than the claimed LAND", () => {
  for (const price of [3n, 7n * 10n ** 17n, 234_567_890_123_456_789n, dollars(600n) + 1n]) {
    const land = 99_999n * 1_000_000n * landUnit;
    const wei = coinFor(land, price);
    expect(((wei * price) / 10n ** 18n) * 1_000_000n).toBeGreaterThanOrEqual(land);
    expect((((wei - 1n) * price) / 10n ** 18n) * 1_000_000n).toBeLessThan(land);
  }
});

test("without a price nothing is computed", () => {
  expect(() => coinFor(landUnit, 0n)).toThrow(RangeError);
});

test("gas estimate and gas price are raised by a fifth each, in integers", () => {
  expect(raised(21_001n)).toBe(25_201n);
  expect(raised(10n ** 18n + 1n)).toBe(12n * 10n ** 17n + 1n);
});
