import { describe, expect, it } from "vitest";
import { landUnit } from "../../../../../resources/money.ts";
import type { Prices } from "../../../framework/cost/prices.ts";
import { amountOf, estimate, type Typed } from "./estimate.ts";

const price = (resourceType: Prices[number]["resourceType"], land: bigint, per: bigint, since = 0): Prices[number] => ({
  resourceType,
  data: {
    land: land.toString(),
    per: per.toString(),
    unit: resourceType === "IPFS_STORAGE" ? "BYTE_SECOND" : "BYTE",
    since,
  },
});
/** From wire-facts §8. */
const prices: Prices = [
  price("AR_STORAGE", 8_000_000n * landUnit, 2n ** 30n),
  price("BUILD_TIME", 500n * landUnit, 1n),
  price("BUILD_TIME", 600n * landUnit, 1n, 2000),
  price("COMPUTE_UNIT", landUnit / 5n, 1n),
  price("IPFS_STORAGE", 29_000_000n, 1n),
  price("TRAFFIC", 100_000n * landUnit, 2n ** 30n),
];
const nothing: Typed = { IPFS_STORAGE: "", TRAFFIC: "", BUILD_TIME: "", COMPUTE_UNIT: "", AR_STORAGE: "" };
const cost = (input: Partial<Typed>, pack: Parameters<typeof estimate>[2] = "NONE", now = 1000) =>
  estimate({ ...nothing, ...input }, prices, pack, now);

describe("the calculator", () => {
  it("returns a month's cost by the price list, to the unit", () => {
    expect(cost({ TRAFFIC: "1.5" }).monthly).toBe(150_000n * landUnit);
    expect(cost({ BUILD_TIME: "2" }).monthly).toBe(60_000n * landUnit);
    expect(cost({ COMPUTE_UNIT: "1" }).monthly).toBe(200_000n * landUnit);
    // 1 GB-month ≈ 80,711 LAND.
    expect(cost({ IPFS_STORAGE: "1" }).monthly).toBe(29_000_000n * 2n ** 30n * 2_592_000n);
    expect(cost({ IPFS_STORAGE: "1" }).monthly / landUnit).toBe(80_711n);
  });

  it("separates one-time from monthly costs", () => {
    expect(cost({ AR_STORAGE: "1", BUILD_TIME: "1" })).toMatchObject({
      monthly: 30_000n * landUnit,
      once: 8_000_000n * landUnit,
    });
  });

  it("subtracts the package's allowance, up to the usage", () => {
    expect(cost({ TRAFFIC: "101", BUILD_TIME: "10" }, "STANDARD").monthly).toBe(100_000n * landUnit);
    expect(cost({ TRAFFIC: "3" }, "FREE").monthly).toBe(100_000n * landUnit);
  });

  it("ignores announced prices until they are effective", () => {
    expect(cost({ BUILD_TIME: "1" }, "NONE", 1999).monthly).toBe(30_000n * landUnit);
    expect(cost({ BUILD_TIME: "1" }, "NONE", 2000).monthly).toBe(36_000n * landUnit);
  });

  it("parses numbers with a point or a comma only", () => {
    expect(["2", "1.5", "0,25", " 7 "].map((input) => amountOf(input, 60n))).toEqual([120n, 90n, 15n, 420n]);
    expect(["", "x", "-1", "1e3", "1.2345", "."].map((input) => amountOf(input, 60n))).toEqual(
      Array.from({ length: 6 }, () => undefined),
    );
  });
});
