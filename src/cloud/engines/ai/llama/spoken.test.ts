import { expect, test, vi } from "vitest";
import { inFrames, type Said } from "./spoken.ts";

const all = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const read: T[] = [];
  for await (const item of items) read.push(item);
  return read;
};

const piece = (text: string, more: Partial<Said> = {}): Said => ({ text, tokens: 1, ...more });

test("pieces that come within a frame are one event; the first and the last one don't wait", async () => {
  const likelihoods = [{ token: "c", logprob: -1, bytes: [99], top: [], offset: 2 }];
  const said = async function* () {
    yield* [piece("a"), piece("b"), piece("c", { likelihoods }), piece("", { tokens: 2, end: "stop" as const })];
  };
  expect(await all(inFrames(said()))).toEqual([piece("a"), { text: "bc", tokens: 4, likelihoods, end: "stop" }]);
});

test("a frame ends although no piece follows, and a call of a tool is a separate event", async () => {
  vi.useFakeTimers();
  try {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const call = { id: "1", name: "weather", arguments: "{}" };
    const said = async function* () {
      yield* [piece("a"), piece("b")];
      await released;
      yield* [piece("c"), piece("", { call }), piece("", { end: "tool_calls" as const })];
    };
    const frames = inFrames(said());
    expect((await frames.next()).value).toEqual(piece("a"));
    const second = frames.next();
    await vi.advanceTimersByTimeAsync(100);
    expect((await second).value).toEqual(piece("b"));
    release();
    expect(await all(frames)).toEqual([piece("c"), piece("", { call }), piece("", { end: "tool_calls" as const })]);
  } finally {
    vi.useRealTimers();
  }
});

test("a reader that leaves ends the answer, and an answer that fails fails the reader", async () => {
  let isEnded = false;
  const said = async function* () {
    try {
      yield piece("a");
      yield piece("b");
    } finally {
      isEnded = true;
    }
  };
  for await (const { text } of inFrames(said())) if (text === "a") break;
  expect(isEnded).toBe(true);
  const failing = async function* () {
    yield piece("a");
    throw new Error("The engine failed.");
  };
  await expect(all(inFrames(failing()))).rejects.toThrow("The engine failed.");
});
