import { describe, expect, it } from "vitest";
import { decimal18, dollarsFor, nanoFor, starsFor } from "./amounts.ts";

const land = (millions: bigint): bigint => millions * 1_000_000n * 10n ** 18n;
const fiveDollars = dollarsFor(land(5n));

describe("the price of LAND", () => {
  it("Toncoin payment: price-feed amount +5%, transaction valid 60 s.", () => {
    expect(fiveDollars).toBe(5n * 10n ** 18n);
    // 5 × 1.05 / 5.23456789 = 1.002948115…
    expect(nanoFor(fiveDollars, { price: 523_456_789n, expo: -8 })).toBe(1_002_948_116n);
    expect(nanoFor(fiveDollars, { price: 3n, expo: 0 })).toBe(1_750_000_000n);
    expect(nanoFor(fiveDollars, { price: 3n, expo: 1 })).toBe(175_000_000n);
    expect(nanoFor(fiveDollars, { price: 3n * 10n ** 20n, expo: -20 })).toBe(1_750_000_000n);
  });

  it("Star payment: 20% off.", () => {
    // 5 × 0.8 / 0.013 = 307.69…
    expect(starsFor(fiveDollars, decimal18("0.013"))).toBe(308n);
    expect(starsFor(fiveDollars, decimal18("1"))).toBe(4n);
    expect(starsFor(1n, decimal18("1"))).toBe(1n);
  });

  it("is never below its value", () => {
    for (const price of [1n, 7n, 299_999_999n, 300_000_001n, 10n ** 15n]) {
      const nano = nanoFor(fiveDollars, { price, expo: -8 });
      expect(nano * price * 100n).toBeGreaterThanOrEqual(5n * 105n * 10n ** 17n);
      expect((nano - 1n) * price * 100n).toBeLessThan(5n * 105n * 10n ** 17n);
    }
  });
});
