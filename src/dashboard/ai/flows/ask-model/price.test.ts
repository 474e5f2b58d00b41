import { expect, test } from "vitest";
import { landUnit } from "../../../../../resources/money.ts";
import { isFree, landFor, maxCost, perMillion } from "./price.ts";

const prices = { priceInput: "2", priceOutput: "10", priceCacheRead: "0.5", priceCacheCreate: "2.5" };
const free = { priceInput: "0", priceOutput: "0", priceCacheRead: "0", priceCacheCreate: "0" };

test("prices are shown per million tokens, and 0 as Free", () => {
  expect(perMillion("0")).toBe("Free");
  expect(perMillion("2.5")).toBe("$2.50");
  expect(perMillion("0.0000025")).toBe("<$0.0001");
});

test("token costs are exact to the price's last digit, rounded up", () => {
  expect(landFor("0.000000000000000001", 3)).toBe(3n);
  expect(landFor("0.0000000000000000001", 3)).toBe(1n);
  expect(landFor("12", 2)).toBe(24n * landUnit);
});

test("the reserved amount counts every byte as a token at the highest price, plus the longest response", () => {
  expect(maxCost(prices, 100, 50)).toBe((250n + 500n) * landUnit);
  expect(maxCost(prices, 100)).toBe((250n + 40_960n) * landUnit);
  expect(maxCost(free, 1000)).toBe(0n);
  expect([isFree(free), isFree(prices)]).toEqual([true, false]);
});
