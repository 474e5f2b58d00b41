/** What a test file opened is closed when it ends. (A setup file: it must stay cheap, every test file loads it.) */
import { afterAll } from "vitest";
import "../../scripts/lib/end-with-parent.mjs";

const closers: (() => Promise<void>)[] = [];

/** Runs `close` after the last test of this file; what was opened last is closed first. */
export const atFileEnd = (close: () => Promise<void>): void => {
  closers.push(close);
};

afterAll(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
}, 60_000);
