// @vitest-environment jsdom
import { act } from "react";
import { expect, test, vi } from "vitest";
import { clockTickMs } from "../../../../resources/limits.ts";
import { componentRenderer } from "../../../../tests/support/browser/component-renderer.ts";
import { Countdown } from "./countdown.tsx";

const { draw, text } = componentRenderer();
const startMs = 1_700_000_000_000;
const tick = (times = 1) => act(async () => vi.advanceTimersByTime(times * clockTickMs));
const after = (seconds: number) => startMs / 1000 + seconds;

test("count-down showing hours, minutes and seconds; clock ticks every 1 s", async () => {
  vi.useFakeTimers({ now: startMs });
  await draw(<Countdown endsAtSeconds={after(3661)} />);
  expect(text()).toBe("01:01:01");
  await tick();
  expect(text()).toBe("01:01:00");
  expect(clockTickMs).toBe(1000);
});

test("count-down fires a time-over event below 0, once, and again for a later end", async () => {
  vi.useFakeTimers({ now: startMs });
  const over = vi.fn();
  const drawUntil = (seconds: number) => draw(<Countdown endsAtSeconds={after(seconds)} onTimeOver={() => over()} />);
  await drawUntil(2);
  await tick(2);
  expect([text(), over.mock.calls.length]).toEqual(["00:00:00", 0]);
  await tick(3);
  await drawUntil(2);
  expect([text(), over.mock.calls.length]).toEqual(["00:00:00", 1]);
  await drawUntil(10);
  expect([text(), over.mock.calls.length]).toEqual(["00:00:05", 1]);
  await tick(6);
  expect(over).toHaveBeenCalledTimes(2);
});
