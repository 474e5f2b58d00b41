import { expect, test } from "vitest";
import { fieldOf, wheel } from "../../../../resources/boost/spins/spin.ts";
import { fieldMiddles, fieldWidths, turnTo } from "./turning.ts";

/** The field whose sector is below the pointer at a rotation. */
const fieldAtTop = (turn: number): number => {
  const top = (((-turn % 360) + 360) % 360) + 0;
  return fieldMiddles.findIndex((middle, at) => {
    const distance = Math.abs(((top - middle + 540) % 360) - 180);
    return distance < fieldWidths[at]! / 2;
  });
};

test("the fields fill the wheel, each as wide as its odds", () => {
  expect(fieldWidths.reduce((sum, width) => sum + width, 0)).toBeCloseTo(360);
  for (const [at, { weight }] of wheel.entries()) expect(fieldWidths[at]).toBeCloseTo(weight * 0.036);
  expect(fieldOf("0".repeat(64))).toBe(0);
});

test("the wheel always turns forward and stops with the drawn field at the top", () => {
  let turn = 0;
  for (const field of [3, 3, 0, 7, ...wheel.keys()]) {
    const next = turnTo(turn, field);
    expect(next - turn).toBeGreaterThanOrEqual(5 * 360 - 1e-6);
    expect(next - turn).toBeLessThan(6 * 360 + 1e-6);
    expect(fieldAtTop(next)).toBe(field);
    turn = next;
  }
});
