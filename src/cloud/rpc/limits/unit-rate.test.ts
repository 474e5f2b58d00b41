import { expect, test } from "vitest";
import { createUnitRate, type Pace } from "./unit-rate.ts";

const waitOf = (pace: Pace): number | undefined => ("waitMs" in pace ? pace.waitMs : undefined);

test("a burst is spread over the next seconds, in order, and no second exceeds the rate", () => {
  const { reserve } = createUnitRate(() => 0);
  const waits = Array.from({ length: 60 }, () => waitOf(reserve("key", 20, 300, 5000)));
  expect(waits).toEqual(Array.from({ length: 60 }, (_, place) => Math.floor(place / 15) * 1000));
});

test("requests of different costs never exceed the rate in a second", () => {
  const { reserve } = createUnitRate(() => 0);
  const perWindow = new Map<number, number>();
  for (let each = 0; each < 200; each += 1) {
    const units = [5, 15, 20, 75, 150, 280][each % 6]!;
    const wait = waitOf(reserve("key", units, 300, 1_000_000))!;
    perWindow.set(wait, (perWindow.get(wait) ?? 0) + units);
  }
  expect(Math.max(...perWindow.values())).toBeLessThanOrEqual(300);
});

test("a request beyond the caller's patience is refused, reserves nothing, and returns the time to wait", () => {
  let now = 0;
  const { reserve } = createUnitRate(() => now);
  for (let each = 0; each < 6; each += 1) reserve("key", 300, 300, 5000);
  expect(reserve("key", 20, 300, 5000)).toEqual({ retryAfterMs: 6000 });
  expect(reserve("key", 20, 300, 5000)).toEqual({ retryAfterMs: 6000 });
  now = 999;
  expect(reserve("key", 20, 300, 0)).toEqual({ retryAfterMs: 5001 });
  now = 6000;
  expect(reserve("key", 20, 300, 0)).toEqual({ waitMs: 0 });
});

test("a method that costs more than a second's units passes, and the following seconds pay for it", () => {
  let now = 0;
  const { reserve } = createUnitRate(() => now);
  expect(reserve("key", 1800, 300, 0)).toEqual({ waitMs: 0 });
  now = 4999;
  expect(reserve("key", 5, 300, 0)).toEqual({ retryAfterMs: 1001 });
  now = 6000;
  expect(reserve("key", 5, 300, 0)).toEqual({ waitMs: 0 });
});

test("keys do not share their units", () => {
  const { reserve } = createUnitRate(() => 0);
  reserve("one", 300, 300, 0);
  expect(reserve("one", 5, 300, 0)).toEqual({ retryAfterMs: 1000 });
  expect(reserve("other", 300, 300, 0)).toEqual({ waitMs: 0 });
});
