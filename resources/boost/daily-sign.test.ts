import { expect, test } from "vitest";
import { runOf, shownDays, signRaise, type Sign } from "./daily-sign.ts";
import { dailySignRate } from "./points.ts";

test("whatever is sent on random days, each day brings its rate once, and a gap begins anew", () => {
  let seed = 5;
  const below = (max: number): number => (seed = (seed * 48_271) % 2_147_483_647) % max;
  for (let round = 0; round < 100; round += 1) {
    let last: Sign | undefined;
    let [day, streak, before] = [1000, 0, -1];
    for (let step = 0; step < 20; step += 1) {
      day += below(3);
      let [raised, paid] = [0, false];
      for (let press = below(4); press >= 0; press -= 1) {
        const withLand = below(2) === 0;
        const raise = signRaise(last, day, withLand);
        if (raise === 0) continue;
        raised += raise;
        paid = withLand;
        last = { day, run: runOf(last, day), withLand };
      }
      if (raised === 0) continue;
      // Another press of a day that was signed raises it, and is no further day.
      if (day !== before) streak = day === before + 1 ? streak + 1 : 1;
      expect(last).toMatchObject({ day, run: streak });
      if (day !== before) expect(raised).toBe(dailySignRate(streak, paid));
      else expect(raised).toBe(dailySignRate(streak, true) - dailySignRate(streak, false));
      expect(signRaise(last, day - 1, true)).toBe(0);
      before = day;
    }
  }
});

test("days are shown by sevens", () => {
  expect(shownDays(1)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(shownDays(7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(shownDays(8)).toEqual([8, 9, 10, 11, 12, 13, 14]);
});
