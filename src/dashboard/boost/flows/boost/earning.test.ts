import { expect, test } from "vitest";
import { claimable, type Earning } from "../../../../../resources/boost/nodes/points.ts";
import { earningOf, shownAt } from "./earning.ts";

const start = 1_800_000_000;
const info = {
  computed: "12.345678",
  computeTimestamp: start,
  baseRate: [{ rate: 30, start: start - 500 }],
  boosts: [
    { rate: 10, start, end: start + 7 },
    { rate: 5.125, start: start + 3, end: start + 4 },
  ],
  rateBuff: 0.505,
  capacity: 13,
  protectExpiredAt: -1,
};

/** As the server stores it: with fractions of a micro-point that responses omit. */
const stored: Earning = { ...earningOf(info), computed: earningOf(info).computed + 359_999n };

test("the live counter never exceeds what collecting would give, and never decreases", () => {
  let before = 0n;
  for (let ms = start * 1000; ms < (start + 200) * 1000; ms += 37) {
    const shown = shownAt(earningOf(info), ms);
    expect(shown).toBeLessThanOrEqual(claimable(stored, Math.floor(ms / 1000)));
    expect(shown).toBeGreaterThanOrEqual(before);
    before = shown;
  }
  expect(before).toBe(13_000_000n);
});

test("it is at most a second, and a millionth of a point, behind", () => {
  for (let ms = start * 1000; ms < (start + 60) * 1000; ms += 211)
    expect(shownAt(earningOf(info), ms)).toBeGreaterThanOrEqual(claimable(stored, Math.floor(ms / 1000) - 1) - 2n);
});
