import { expect, test } from "vitest";
import { linesOf } from "./lines-of.ts";

const streamOf = (pieces: readonly Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });

const linesIn = async (body: ReadableStream<Uint8Array>) => {
  const lines: string[] = [];
  for await (const line of linesOf(body)) lines.push(line);
  return lines;
};

test("lines are complete regardless of chunk boundaries, even within a character", async () => {
  const bytes = new TextEncoder().encode('{"a":"ä€😀"}\n\n{"b":2}\n{"c":3}');
  for (let size = 1; size <= bytes.length; size += 1) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.slice(at * size, (at + 1) * size),
    );
    expect(await linesIn(streamOf(pieces))).toEqual(['{"a":"ä€😀"}', '{"b":2}', '{"c":3}']);
  }
});

test("the stream is cancelled when the loop ends", async () => {
  let isGivenUp = false;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode("again\n")),
    cancel: () => {
      isGivenUp = true;
    },
  });
  for await (const line of linesOf(endless)) {
    expect(line).toBe("again");
    break;
  }
  expect(isGivenUp).toBe(true);
});
