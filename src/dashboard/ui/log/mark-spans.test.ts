import { expect, test } from "vitest";
import { parseAnsi } from "./ansi.ts";
import { markSpans } from "./mark-spans.ts";

const marked = (line: string, query: string) =>
  markSpans(parseAnsi(line), query).map(({ text, marked: is, style }) => [text, is, style.color ?? ""]);

test("every match is highlighted, ignoring case", () => {
  expect(marked("Error: an ERROR", "error")).toEqual([
    ["Error", true, ""],
    [": an ", false, ""],
    ["ERROR", true, ""],
  ]);
});

test("a match across colours keeps them", () => {
  expect(marked("a \u001b[31mred\u001b[0m word", "red w")).toEqual([
    ["a ", false, ""],
    ["red", true, "red"],
    [" w", true, ""],
    ["ord", false, ""],
  ]);
});

test("a query is not a pattern, and an empty one highlights nothing", () => {
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
