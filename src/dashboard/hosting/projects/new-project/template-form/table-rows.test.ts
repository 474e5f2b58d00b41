import { expect, test } from "vitest";
import { pastedRows, withCell, withoutRow, withRowAfter, withRowMoved } from "./table-rows.ts";

const rows = [
  ["a", "1"],
  ["b", "2"],
  ["c", "3"],
];
const names = (changed: string[][]) => changed.map(([name]) => name);

test("changes a cell, adds a row after another, and removes a row", () => {
  expect(withCell(rows, 1, 1, "two")).toEqual([
    ["a", "1"],
    ["b", "two"],
    ["c", "3"],
  ]);
  expect(withRowAfter(rows, 0, 2)[1]).toEqual(["", ""]);
  expect(names(withRowAfter(rows, -1, 2))).toEqual(["", "a", "b", "c"]);
  expect(names(withoutRow(rows, 1))).toEqual(["a", "c"]);
});

test("moves a row by one position, but not beyond the ends", () => {
  expect(names(withRowMoved(rows, 0, 1))).toEqual(["b", "a", "c"]);
  expect(names(withRowMoved(rows, 2, -1))).toEqual(["a", "c", "b"]);
  expect(names(withRowMoved(rows, 0, -1))).toEqual(["a", "b", "c"]);
  expect(names(withRowMoved(rows, 2, 1))).toEqual(["a", "b", "c"]);
});

test("spreadsheet rows are pasted at the table's width; a single cell is pasted as text", () => {
  expect(pastedRows("10:00\tDoors\n11:00\tTalk\tAda\n", 2)).toEqual([
    ["10:00", "Doors"],
    ["11:00", "Talk"],
  ]);
  expect(pastedRows("one\ntwo", 2)).toEqual([
    ["one", ""],
    ["two", ""],
  ]);
  expect(pastedRows("one cell", 2)).toBeUndefined();
});
