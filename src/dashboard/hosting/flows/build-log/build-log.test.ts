import { describe, expect, test } from "vitest";
import { createBuildLog, type BuildLogListener } from "./build-log.ts";

const line = (seq: number) => ({ seq, timestamp: 1, content: `line ${seq}` });
const range = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => line(from + index));

/** A server that stores lines, and a socket that can be made to lose them. */
const openLog = (pageLines = 1000) => {
  const server = { stored: 0, fetches: 0, failing: false };
  let listener: BuildLogListener | undefined;
  let frames: (() => void)[] = [];
  const log = createBuildLog({
    fetch: async (after) => {
      server.fetches += 1;
      if (server.failing) throw new Error("down");
      const items = range(after + 1, Math.min(server.stored, after + pageLines));
      return { items, more: after + items.length < server.stored };
    },
    listen: (onEvent) => {
      listener = onEvent;
      return () => (listener = undefined);
    },
    nextFrame: (work) => void frames.push(work),
  });
  const drawFrame = () => {
    const due = frames;
    frames = [];
    due.forEach((work) => work());
    return due.length;
  };
  const emit = (from: number, to: number) => {
    server.stored = Math.max(server.stored, to);
    listener?.lines(range(from, to));
  };
  return { cloud: server, log, emit, drawFrame, listener: () => listener };
};

const seqs = (log: ReturnType<typeof openLog>["log"]) => log.get().lines.map(({ seq }) => seq);
const upTo = (last: number) => range(1, last).map(({ seq }) => seq);

describe("a build log on the screen", () => {
  test("after a reload all stored pages are read", async () => {
    const { cloud, log } = openLog(1000);
    cloud.stored = 2500;
    await log.sync();
    expect(seqs(log)).toEqual(upTo(2500));
    expect(log.get().status).toBe("ready");
    expect(cloud.fetches).toBe(3);
  });

  test("lines lost by the socket are fetched", async () => {
    const { log, emit, cloud } = openLog();
    await log.sync();
    emit(1, 10);
    cloud.stored = 20;
    emit(21, 30);
    await expect.poll(() => seqs(log)).toEqual(upTo(30));
  });

  test("lines written while disconnected are fetched after a reconnect", async () => {
    const { log, emit, cloud, listener } = openLog();
    await log.sync();
    emit(1, 5);
    cloud.stored = 9;
    listener()!.reconnected();
    await expect.poll(() => seqs(log)).toEqual(upTo(9));
  });

  test("the final event of a build fetches the missing lines", async () => {
    const { log, cloud, listener } = openLog();
    await log.sync();
    cloud.stored = 3;
    listener()!.stored(3);
    await expect.poll(() => seqs(log)).toEqual(upTo(3));
  });

  test("10,000 lines in a hundred batches are drawn once a frame", async () => {
    const { log, emit, drawFrame } = openLog();
    await log.sync();
    drawFrame();
    let draws = 0;
    log.subscribe(() => (draws += 1));
    for (let from = 1; from <= 10_000; from += 100) emit(from, from + 99);
    expect(draws).toBe(0);
    expect(drawFrame()).toBe(1);
    expect(draws).toBe(1);
    expect(log.get().lines).toHaveLength(10_000);
  });

  test("an error is shown, and a retry fetches the log", async () => {
    const { log, cloud } = openLog();
    cloud.stored = 4;
    cloud.failing = true;
    await log.sync();
    expect(log.get().status).toBe("failed");
    cloud.failing = false;
    await log.sync();
    expect(log.get().status).toBe("ready");
    expect(seqs(log)).toEqual(upTo(4));
  });
});
