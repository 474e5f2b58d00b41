import { expect, test } from "vitest";
import { createLogSearch } from "./log-search.ts";

const rows = (...contents: string[]) => contents.map((content) => ({ content }));

test("every line that contains the query is found, regardless of colours, step by step and as the log grows", () => {
  const log = rows("npm error", "fine", "\u001b[31mnpm\u001b[0m ERROR", "10%\rerror", "terror");
  const search = createLogSearch("error");
  expect(search.advance(log, 2)).toBe(true);
  expect(search.matches).toEqual([0]);
  expect(search.advance(log, 2)).toBe(true);
  expect(search.advance(log, 2)).toBe(false);
  expect(search.matches).toEqual([0, 2, 3, 4]);
  log.push(...rows("no", "error again"));
  expect(search.advance(log, 100)).toBe(false);
  expect(search.matches).toEqual([0, 2, 3, 4, 6]);
});

test("an empty query finds nothing", () => {
  const search = createLogSearch("");
  expect(search.advance(rows("a", "b"), 1)).toBe(false);
  expect(search.matches).toEqual([]);
});
