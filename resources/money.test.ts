import { expect, test } from "vitest";
import {
  decimalOf,
  exactLand,
  formatDollars,
  formatDollarsFinely,
  formatMoney,
  formatMoneyExactly,
  formatMoneyInFull,
  formatUsd,
  landUnit,
  moneyParts,
  plainDecimal,
} from "./money.ts";

const land = (amount: number) => BigInt(amount) * landUnit;
const besides = (amount: bigint | string) => moneyParts(amount)[1];

test("LAND values use K, M, B, T, capped at '> 99999 T'", () => {
  expect(besides(land(950))).toBe("950 LAND");
  expect(besides(String(land(1_500_000)))).toBe("1.5 M LAND");
  expect(besides(land(99_999) * 10n ** 12n)).toBe("99999 T LAND");
  expect(besides(land(100_000) * 10n ** 12n)).toBe("> 99999 T LAND");
  expect(besides(land(99_999) * 10n ** 12n + 1n)).toBe("> 99999 T LAND");
  expect(besides(String(land(99_998) * 10n ** 12n + land(990_000_000_000)))).toBe("99998.99 T LAND");
  expect(besides(-land(2000))).toBe("-2 K LAND");
  expect([1n, land(1) / 200n, land(1) / 2n, land(999_995) / 1000n].map(besides)).toEqual([
    "< 0.01 LAND",
    "0.01 LAND",
    "0.5 LAND",
    "1 K LAND",
  ]);
});

test("amounts of LAND are integers, exact for any size", () => {
  expect(exactLand(land(1_500_000) + 1n)).toBe("1,500,000.000000000000000001 LAND");
  expect([land(12), land(-3) / 2n, 0n, land(-1_000)].map(decimalOf)).toEqual(["12", "-1.5", "0", "-1,000"]);
  expect([land(-12) - 1n, 0n].map(plainDecimal)).toEqual(["-12.000000000000000001", "0.000000000000000000"]);
  expect(formatDollars(land(Number.MAX_SAFE_INTEGER) * 1_000_000n)).toBe("$9,007,199,254,740,991.00");
});

test("1 LAND = $0.000001", () => {
  expect([land(1_000_000), land(-1_500_000_000)].map(formatDollars)).toEqual(["$1.00", "-$1,500.00"]);
  expect([1n, land(1), land(99), land(100), land(9_999), land(10_000), land(80_711), 0n].map(formatDollars)).toEqual([
    "<$0.0001",
    "<$0.0001",
    "<$0.0001",
    "$0.0001",
    "$0.0100",
    "$0.01",
    "$0.08",
    "$0.00",
  ]);
});

test("costs in dollars: '<0.0001' when smaller, 4 decimals below 0.01, otherwise 2 decimals", () => {
  const usd = (dollars: number) => formatUsd(BigInt(dollars * 1e6) * 10n ** 12n);
  expect([0.00005, 0.0001, 0.0099, 0.01, 12.345, 0, -3, 1e9].map(usd)).toEqual([
    "<$0.0001",
    "$0.0001",
    "$0.0099",
    "$0.01",
    "$12.35",
    "$0.00",
    "-$3.00",
    "$1,000,000,000.00",
  ]);
});

test("money is dollars with LAND beside them, and zero is only dollars", () => {
  expect([land(5_000_000), 0n].map(formatMoney)).toEqual(["$5.00 · 5 M LAND", "$0.00"]);
  expect(formatMoneyInFull(land(80_711) + 1n)).toBe("$0.08 (80,711 LAND)");
  expect(formatMoneyExactly(String(land(80_711) + 1n))).toBe("$0.08 (80,711.000000000000000001 LAND)");
});

test("small amounts on an axis differ", () => {
  expect([land(10), land(20), land(20_000), 0n].map(formatDollarsFinely)).toEqual([
    "$0.00001",
    "$0.00002",
    "$0.02",
    "$0.00",
  ]);
});
