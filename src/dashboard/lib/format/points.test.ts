import { expect, test } from "vitest";
import { formatPoints, formatPointsChange, formatPointsExactly, microPoints } from "./points.ts";

test("shows points with two decimals at most, rounded down, and exactly where required", () => {
  const shown = ["0", "100", "1234.569", "0.009999", "-3.5", "-0.001", "98765432109876543.1"].map(formatPoints);
  expect(shown).toEqual(["0", "100", "1,234.56", "0", "-3.5", "0", "98,765,432,109,876,543.1"]);
  expect(["1234.569", "0.000001", "-2.5"].map(formatPointsExactly)).toEqual(["1,234.569", "0.000001", "-2.5"]);
});

test("changes are shown with their sign", () => {
  expect(["12", "-3.5", "0"].map(formatPointsChange)).toEqual(["+12", "−3.5", "+0"]);
});

test("the wire's text is parsed to the last decimal", () => {
  expect(["0", "1", "0.000001", "-2.5", "10.123456"].map(microPoints)).toEqual([
    0n,
    1_000_000n,
    1n,
    -2_500_000n,
    10_123_456n,
  ]);
});
