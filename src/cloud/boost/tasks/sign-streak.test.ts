import { expect, test } from "vitest";
import { runOf, shownDays, signRate, withSign, type Sign } from "./sign-streak.ts";
import { dailySignRate, type Boost } from "../../../../resources/boost/nodes/points.ts";
import { dayOf, dayStart } from "../../../../resources/boost/tasks/task-limits.ts";

/** Pseudorandom numbers, the same in every run. */
const numbers = (seed: number) => {
  let state = seed;
  return (max: number): number => (state = (state * 48_271) % 2_147_483_647) % max;
};

test("a day grants its rate once per payment method, and a gap resets the streak to day 1", () => {
  const below = numbers(5);
  for (let round = 0; round < 100; round += 1) {
    let last: Sign | undefined;
    let [day, streak, before] = [1000, 0, -1];
    for (let step = 0; step < 20; step += 1) {
      day += below(3);
      const brought: boolean[] = [];
      for (let press = below(4); press >= 0; press -= 1) {
        const withLand = below(2) === 0;
        const rate = signRate(last, day, withLand);
        if (rate === 0) continue;
        brought.push(withLand);
        last = { day, run: runOf(last, day), withLand };
        expect(rate).toBe(dailySignRate(last.run, withLand));
      }
      if (brought.length === 0) continue;
      if (day !== before) streak = day === before + 1 ? streak + 1 : 1;
      expect(last).toMatchObject({ day, run: streak });
      expect([["false"], ["true"], ["false", "true"]]).toContainEqual(brought.map(String));
      expect(signRate(last, day - 1, true)).toBe(0);
      before = day;
    }
  }
});

test("a sign-in lasts until the end of the next UTC day, and two never run at the same time", () => {
  const below = numbers(7);
  const other: Boost = { rate: 5000, start: 0, end: 10 ** 9 };
  for (let round = 0; round < 200; round += 1) {
    let boosts: Boost[] = [other];
    let at = 1_000_000 + below(86_400);
    for (let step = 0; step < 10; step += 1) {
      const rate = (1 + below(70)) * 1000;
      const before = boosts.filter(({ of, end }) => of === "sign" && end > at);
      boosts = withSign(boosts, rate, at);
      const signs = boosts.filter(({ of }) => of === "sign").toSorted((one, two) => one.start - two.start);
      expect(boosts).toContain(other);
      signs.slice(1).forEach(({ start }, index) => expect(start).toBeGreaterThanOrEqual(signs[index]!.end));
      expect(Math.max(...signs.map(({ end }) => end))).toBe(dayStart(dayOf(at) + 2));
      // Signing in never lowers the rate.
      const running = signs.find(({ start, end }) => start <= at && at < end)!;
      expect(running.rate).toBeGreaterThanOrEqual(
        Math.max(rate, ...before.filter(({ start }) => start <= at).map((one) => one.rate)),
      );
      at += below(2) === 0 ? 86_400 : dayStart(dayOf(at) + 1) - at;
    }
  }
});

test("signing at 23:59 and again at 00:00 runs once, not twice", () => {
  const midnight = dayStart(20_000);
  const late = withSign([], 10_000, midnight - 60);
  expect(late).toEqual([{ rate: 10_000, start: midnight - 60, end: midnight + 86_400, of: "sign" }]);
  expect(withSign(late, 20_000, midnight)).toEqual([
    { rate: 20_000, start: midnight, end: midnight + 2 * 86_400, of: "sign" },
  ]);
});

test("days are shown in weeks of seven", () => {
  expect(shownDays(1)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(shownDays(7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(shownDays(8)).toEqual([8, 9, 10, 11, 12, 13, 14]);
});
