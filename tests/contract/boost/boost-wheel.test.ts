import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { fieldOf, roundStart, spinText, wheel, wheelWeight } from "../../../resources/boost/spins/spin.ts";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

describe("the wheel", () => {
  test("has weights that add up to the total", () => {
    expect(wheel.reduce((sum, { weight }) => sum + weight, 0)).toBe(wheelWeight);
  });

  test("hits every field according to its weight", () => {
    const spins = 50_000;
    const counts = wheel.map(() => 0);
    for (let number = 0; number < spins; number += 1)
      counts[fieldOf(sha256(spinText({ seed: "ab".repeat(32), nodeId: "node", number, luck: "x" })))]! += 1;
    // χ² with 7 degrees of freedom: one table in a thousand exceeds 24.3; the numbers are the same in every run.
    const chi = wheel.reduce((sum, { weight }, field) => {
      const expected = (spins * weight) / wheelWeight;
      return sum + (counts[field]! - expected) ** 2 / expected;
    }, 0);
    expect(chi).toBeLessThan(24.3);
  });

  test("maps each remainder to its field", () => {
    const of = (rest: number) => fieldOf(rest.toString(16).padStart(64, "0"));
    expect([0, 3499, 3500, 4299, 4300, 9999, 10_000].map(of)).toEqual([0, 0, 1, 1, 2, 7, 0]);
  });
});

test("A round resets every 24 h: rounds follow without gaps, and a clock that goes backward starts none", () => {
  const day = 86_400;
  expect([1000, 1000 + day - 1, 1000 + day, 1000 + 5 * day + 7, 5].map((at) => roundStart(1000, at, day))).toEqual([
    1000,
    1000,
    1000 + day,
    1000 + 5 * day,
    1000,
  ]);
});
