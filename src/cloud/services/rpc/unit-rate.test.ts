import { expect, test } from "vitest";
import { createUnitRate } from "./unit-rate.ts";

test("compute units a second: no more than the rate passes in a second, and the next begins anew", () => {
  let now = 0;
  const { take } = createUnitRate(() => now);
  const passed = () =>
    Array.from({ length: 100 }, () => take("key", 20, 300)).filter((wait) => wait === undefined).length;
  expect(passed()).toBe(15);
  now = 999;
  expect(take("key", 20, 300)).toBe(1);
  now = 1000;
  expect(passed()).toBe(15);
});

test("a method that costs more than a second's units passes, and the seconds after it pay for it", () => {
  let now = 0;
  const { take } = createUnitRate(() => now);
  expect(take("key", 1800, 300)).toBeUndefined();
  now = 4999;
  expect(take("key", 5, 300)).toBeGreaterThan(0);
  now = 6001;
  expect(take("key", 5, 300)).toBeUndefined();
});

test("after the time that a refusal names the request passes", () => {
  let now = 0;
  const { take } = createUnitRate(() => now);
  take("key", 290, 300);
  for (const units of [20, 75, 280, 1800]) {
    const wait = take("key", units, 300);
    if (wait === undefined) continue;
    now += wait;
    expect(take("key", units, 300)).toBeUndefined();
  }
});
