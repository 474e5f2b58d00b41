import { expect, it } from "vitest";
import { formatPoints, formatPointsExactly } from "./points.ts";

it("shows points with two decimals at most, never more than there are, and exactly where asked", () => {
  const shown = ["0", "12", "1234.569", "0.009", "-3.5", "-0.001", "98765432109876543.1"].map(formatPoints);
  expect(shown).toEqual(["0", "12", "1,234.56", "0", "-3.5", "0", "98,765,432,109,876,543.1"]);
  expect(["1234.569", "0.000001", "-2.5"].map(formatPointsExactly)).toEqual(["1,234.569", "0.000001", "-2.5"]);
});
