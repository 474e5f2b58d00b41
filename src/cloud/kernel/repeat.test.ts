import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { createRunner } from "./repeat.ts";

const start = (
  work: () => Promise<number | undefined>,
  onFailure: (error: unknown) => number | undefined = () => undefined,
) => {
  const runner = createRunner(work, onFailure);
  onTestFinished(runner.close);
  return runner;
};

test("a runner runs once for all requests before a run, and once more for those during it", async () => {
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let runs = 0;
  const { kick, isDue } = start(async () => {
    await gates[runs++]?.promise;
    return undefined;
  });
  for (let n = 0; n < 5; n += 1) kick();
  await vi.waitFor(() => expect(runs).toBe(1));
  for (let n = 0; n < 5; n += 1) kick();
  expect(runs).toBe(1);
  for (const { resolve } of gates) resolve();
  await vi.waitFor(() => expect(isDue()).toBe(false));
  expect(runs).toBe(2);
});

test("a runner runs again after the time that its work returns, and the earliest request counts", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let runs = 0;
  const { kick } = start(async () => ((runs += 1), runs === 1 ? 500 : undefined));
  kick(1000);
  kick(3000);
  kick(100);
  await vi.advanceTimersByTimeAsync(99);
  expect(runs).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(runs).toBe(1);
  await vi.advanceTimersByTimeAsync(500);
  expect(runs).toBe(2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(runs).toBe(2);
});

test("a failed run is retried after the time that the caller says; now() throws the error instead", async () => {
  let runs = 0;
  const failures: unknown[] = [];
  const runner = start(
    async () => {
      runs += 1;
      if (runs <= 2) throw new Error(`${runs}`);
      return undefined;
    },
    (error) => (failures.push((error as Error).message), 1),
  );
  await expect(runner.now()).rejects.toThrow("1");
  runner.kick();
  await vi.waitFor(() => expect(runs).toBe(3));
  expect(failures).toEqual(["2"]);
});

test("a paused runner runs when it is requested, a closed one never", async () => {
  let runs = 0;
  const runner = start(async () => void (runs += 1));
  runner.kick(1);
  await runner.pause();
  await delay(10);
  expect(runs).toBe(0);
  runner.kick();
  await vi.waitFor(() => expect(runs).toBe(1));
  runner.kick(1);
  await runner.close();
  runner.kick();
  await runner.now();
  await delay(10);
  expect(runs).toBe(1);
});
