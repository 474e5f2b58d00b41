import { expect, test, vi } from "vitest";
import { createLazyNode } from "./lazy-node.ts";

const never = 3_600_000;

/** Creates a process that runs until stopped, or killed by the test. */
const fakeProcess = () => {
  const log: string[] = [];
  const exits: (() => void)[] = [];
  const start = async () => {
    const number = exits.length + 1;
    log.push(`start ${number}`);
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    exits.push(resolve);
    const stop = async (): Promise<void> => {
      log.push(`stop ${number}`);
      resolve();
    };
    return { number, ended, stop };
  };
  return { log, exits, start };
};

test("concurrent callers share one start", async () => {
  const { log, start } = fakeProcess();
  const node = createLazyNode(start, { idleMs: never });
  expect(node.isRunning()).toBe(false);
  const [one, two] = await Promise.all([node.get(), node.get()]);
  expect(one).toBe(two);
  expect(log).toEqual(["start 1"]);
  await node.close();
});

test("an exited process is restarted by the next call", async () => {
  const { exits, start } = fakeProcess();
  const node = createLazyNode(start, { idleMs: never });
  await node.get();
  exits[0]!();
  await expect.poll(node.isRunning).toBe(false);
  expect((await node.get()).number).toBe(2);
  await node.close();
});

test("a failed start is retried", async () => {
  const { start } = fakeProcess();
  const failing = vi.fn(start).mockRejectedValueOnce(new Error("no port"));
  const node = createLazyNode(failing, { idleMs: never });
  await expect(node.get()).rejects.toThrow("no port");
  expect((await node.get()).number).toBe(1);
  await node.close();
});

test("the next process starts only after the end of the last one", async () => {
  const { log, start } = fakeProcess();
  const node = createLazyNode(start, { idleMs: never });
  await node.get();
  void node.stop();
  await node.get();
  expect(log).toEqual(["start 1", "stop 1", "start 2"]);
  await node.close();
});

test("it is stopped after the idle time, but not while it is busy", async () => {
  const { log, start } = fakeProcess();
  let isBusy = true;
  const checked = vi.fn(() => isBusy);
  const node = createLazyNode(start, { idleMs: 20, isBusy: checked });
  await node.get();
  await expect.poll(() => checked.mock.calls.length).toBeGreaterThan(8);
  expect(log).toEqual(["start 1"]);
  isBusy = false;
  await expect.poll(() => log).toEqual(["start 1", "stop 1"]);
  expect((await node.get()).number).toBe(2);
  await node.close();
});

test("it does not start after close", async () => {
  const { log, start } = fakeProcess();
  const node = createLazyNode(start, { idleMs: never });
  await node.get();
  await node.close();
  await expect(node.get()).rejects.toThrow("The server is shutting down.");
  expect(log).toEqual(["start 1", "stop 1"]);
});
