import { expect, test } from "vitest";
import { parseAnsi } from "./ansi.ts";
import { markSpans } from "./mark-spans.ts";

const marked = (line: string, word: string) =>
  markSpans(parseAnsi(line), word).map(({ text, marked: is, style }) => [text, is, style.color ?? ""]);

test("what is searched for is marked, whatever its case, each time", () => {
  expect(marked("Error: an ERROR", "error")).toEqual([
    ["Error", true, ""],
    [": an ", false, ""],
    ["ERROR", true, ""],
  ]);
});

test("a word that reaches over colours keeps them", () => {
  expect(marked("a \u001b[31mred\u001b[0m word", "red w")).toEqual([
    ["a ", false, ""],
    ["red", true, "red"],
    [" w", true, ""],
    ["ord", false, ""],
  ]);
});

test("a word is no pattern, and no word marks nothing", () => {
  expect(marked("a.b (c) a-b [d]", "a.b (c)")).toEqual([
    ["a.b (c)", true, ""],
    [" a-b [d]", false, ""],
  ]);
  expect(marked("abc", "")).toEqual([["abc", false, ""]]);
  expect(marked("a/b^$|\\{}", "/b^$|\\{}")).toEqual([
    ["a", false, ""],
    ["/b^$|\\{}", true, ""],
  ]);
});
