import { expect, test } from "vitest";
import { createChoices, errorIn, eventsOf } from "./events.ts";

const encoder = new TextEncoder();
const eventsIn = async (...pieces: string[]): Promise<string[]> => {
  const body = (async function* () {
    for (const piece of pieces) yield encoder.encode(piece);
  })();
  const events: string[] = [];
  for await (const event of eventsOf(body)) events.push(event);
  return events;
};

test.each([
  ["\n", ['data: {"a":1}\n\ndata: [DONE]\n\n']],
  ["\r\n, cut anywhere", ['data: {"a":', "1}\r", "\n\r", "\ndata: [DO", "NE]\r\n\r\n"]],
  ["\r", ['data: {"a":1}\r\rdata: [DONE]\r\r']],
  ["one line end an event", ['data: {"a":1}\ndata: [DONE]\n']],
  ["nothing at the end", [': hello\nevent: message\nid: 1\ndata:{"a":1}\n\ndata: [DONE]']],
])("events end with %s", async (_name, pieces) => {
  expect(await eventsIn(...pieces)).toEqual(['{"a":1}', "[DONE]"]);
});

test("an event of several data lines is joined, and an empty one is none", async () => {
  expect(await eventsIn('data: {\ndata: "a": 1\ndata: }\n\n\n\ndata: x\n')).toEqual(['{\n"a": 1\n}', "x"]);
});

test("an event without an end is refused above the limit", async () => {
  const line = `data: ${"x".repeat(1024 * 1024)}\n`;
  await expect(eventsIn(...Array.from({ length: 5 }, () => line))).rejects.toThrow(RangeError);
});

test("only an error that says something is one", () => {
  for (const none of [undefined, null, {}, "", { message: null }, { message: "", code: "" }, [], 0])
    expect(errorIn({ error: none })).toBeUndefined();
  expect(errorIn({ error: "Busy" })).toMatchObject({ message: "Busy" });
  expect(errorIn({ error: { message: "Busy", code: 529 } })).toMatchObject({ message: "Busy", code: "529" });
  expect(errorIn({ error: { type: "overloaded" } })).toMatchObject({ message: undefined, code: "overloaded" });
});

test("choices are complete when all that were asked for have ended, in any order", () => {
  const choices = createChoices(2);
  const see = (index: number, reason: string | null) => choices.see({ choices: [{ index, finish_reason: reason }] });
  see(1, null);
  see(1, "stop");
  expect(choices.areComplete()).toBe(false);
  see(0, null);
  expect(choices.areComplete()).toBe(false);
  see(0, "length");
  see(0, null);
  expect(choices.areComplete()).toBe(true);
});
