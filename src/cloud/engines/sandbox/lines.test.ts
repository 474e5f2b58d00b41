import { expect, test } from "vitest";
import { logLineBytesMax } from "../../../../resources/limits.ts";
import { createLines } from "./lines.ts";

const linesOf = (...chunks: (string | Buffer)[]): string[] => {
  const received: string[] = [];
  const lines = createLines((line) => received.push(line));
  for (const chunk of chunks) lines.write(Buffer.from(chunk));
  lines.end();
  return received;
};

test("lines have no line end, empty lines are preserved, and a last line without a line end is not lost", () => {
  expect(linesOf("one\ntw", "o\r\n\nlast")).toEqual(["one", "two", "", "last"]);
  expect(linesOf("one\n")).toEqual(["one"]);
});

test("a progress line with carriage returns counts as one line with its last state", () => {
  expect(linesOf("10%\r20%\r", "100%\ndone\n")).toEqual(["100%", "done"]);
  expect(linesOf("10%\r20%\r\n")).toEqual(["20%"]);
});

test("a character split across two chunks is preserved", () => {
  const bytes = Buffer.from("é – ✓\n");
  expect(linesOf(bytes.subarray(0, 1), bytes.subarray(1, 8), bytes.subarray(8))).toEqual(["é – ✓"]);
});

test("a line is truncated at 8 KiB, never within a character, and the next one is complete", () => {
  const [ascii, wide, next] = linesOf(`${"x".repeat(20_000)}\n${"é".repeat(20_000)}\nnext\n`);
  expect(ascii).toHaveLength(logLineBytesMax);
  expect(Buffer.byteLength(wide!)).toBe(logLineBytesMax);
  expect(wide).toMatch(/^é+$/);
  expect(next).toBe("next");
});
