import { describe, expect, test } from "vitest";
import { createLogLines } from "./log-lines.ts";

const line = (seq: number) => ({ seq, timestamp: 1, content: `line ${seq}` });
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => line(from + index));
const seqs = (log: ReturnType<typeof createLogLines>) => log.lines.map(({ seq }) => seq);

describe("a build log", () => {
  test("each line is shown once and in order when the stored page and the socket overlap", () => {
    const log = createLogLines();
    log.addLive(range(4, 6));
    log.addStored(range(1, 5));
    log.addLive(range(5, 8));
    expect(seqs(log)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(log.hasGap()).toBe(false);
  });

  test("a gap holds later lines back until it is filled", () => {
    const log = createLogLines();
    log.addStored(range(1, 3));
    log.addLive(range(6, 7));
    expect(seqs(log)).toEqual([1, 2, 3]);
    expect(log.hasGap()).toBe(true);
    log.addStored(range(4, 6));
    expect(seqs(log)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(log.hasGap()).toBe(false);
  });

  test("reports lines that were only announced", () => {
    const log = createLogLines();
    log.addLive(range(1, 2));
    log.expect(5);
    expect(log.hasGap()).toBe(true);
    log.addStored(range(3, 5));
    expect(log.hasGap()).toBe(false);
  });

  test("any order and repetition of batches results in the same log", () => {
    const batches = Array.from({ length: 50 }, (_, index) => range(index * 20 + 1, index * 20 + 20));
    for (let round = 1; round <= 20; round += 1) {
      const log = createLogLines();
      const shuffled = batches.toSorted((a, b) => ((a[0]!.seq * round) % 37) - ((b[0]!.seq * round) % 37));
      for (const batch of [...shuffled, ...shuffled.slice(0, 10)]) log.addLive(batch);
      expect(seqs(log)).toEqual(range(1, 1000).map(({ seq }) => seq));
    }
  });
});
