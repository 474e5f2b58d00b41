import { expect, test } from "vitest";
import { isAddedTo, pagedList } from "./paged-list.ts";

test("pages are read as one list, including empty ones", () => {
  const pages = [[], ["a", "b"], [], ["c"], ["d", "e", "f"], []];
  const list = pagedList(pages);
  const whole = pages.flat();
  expect([list.length, [...list]]).toEqual([6, whole]);
  expect(whole.map((_, index) => list.at(index))).toEqual(whole);
  expect([list.at(-1), list.at(6), pagedList([]).at(0)]).toEqual([undefined, undefined, undefined]);
  expect([list.slice(1, 4), list.slice(-3, 2), list.slice(5, 99), list.slice(4, 2)]).toEqual([
    ["b", "c", "d"],
    ["a", "b"],
    ["f"],
    [],
  ]);
});

test("a list with another page added is distinguished from a new list", () => {
  const [first, second] = [["a"], ["b"]];
  const older = pagedList([first]);
  expect(isAddedTo(older, pagedList([first, second]))).toBe(true);
  expect(isAddedTo(older, pagedList([["a"], second]))).toBe(false);
  expect(isAddedTo(pagedList([first, second]), older)).toBe(false);
});
