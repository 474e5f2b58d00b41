import { expect, test } from "vitest";
import { addSample, speedOf, type Sample } from "./speed.ts";

test("speed is measured over the last seconds", () => {
  let samples: readonly Sample[] = [];
  for (let second = 0; second <= 20; second += 1) {
    const sentBytes = second <= 10 ? second * 10 : 100 + (second - 10) * 1000;
    samples = addSample(samples, { atMs: second * 1000, sentBytes });
  }
  expect(speedOf(samples)).toBe(1000);
});

test("resuming at an earlier offset is not negative speed", () => {
  const samples = addSample([{ atMs: 0, sentBytes: 500 }], { atMs: 1000, sentBytes: 100 });
  expect(speedOf(samples)).toBe(0);
});
