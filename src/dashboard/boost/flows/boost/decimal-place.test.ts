import { expect, test } from "vitest";
import { decimalPlace } from "./decimal-place.ts";

test("each decimal digit matches the amount and moves as fast as the amount grows", () => {
  const at = (place: number) => decimalPlace(12_345_678n, 8333, place);
  expect([1, 2, 3, 4].map((place) => Math.floor(at(place).digit))).toEqual([3, 4, 5, 6]);
  expect([1, 2, 3, 4].map((place) => at(place).digitsPerSecond)).toEqual([0.083_33, 0.8333, 8.333, 83.33]);
  expect(decimalPlace(0n, 0, 4)).toEqual({ digit: 0, digitsPerSecond: 0 });
});
