import { expect, test } from "vitest";
import { pastedRows, withCell, withoutRow, withRowAfter, withRowMoved } from "./table-rows.ts";

const rows = [
  ["a", "1"],
  ["b", "2"],
  ["c", "3"],
];
const names = (changed: string[][]) => changed.map(([name]) => name);

test("a cell is changed, a row added behind another, and one taken away", () => {
  expect(withCell(rows, 1, 1, "two")).toEqual([
    ["a", "1"],
    ["b", "two"],
    ["c", "3"],
  ]);
  expect(withRowAfter(rows, 0, 2)[1]).toEqual(["", ""]);
  expect(names(withRowAfter(rows, -1, 2))).toEqual(["", "a", "b", "c"]);
  expect(names(withoutRow(rows, 1))).toEqual(["a", "c"]);
});

test("a row moves by one place, and not beyond the ends", () => {
  expect(names(withRowMoved(rows, 0, 1))).toEqual(["b", "a", "c"]);
  expect(names(withRowMoved(rows, 2, -1))).toEqual(["a", "c", "b"]);
  expect(names(withRowMoved(rows, 0, -1))).toEqual(["a", "b", "c"]);
  expect(names(withRowMoved(rows, 2, 1))).toEqual(["a", "b", "c"]);
});

test("rows copied from a spreadsheet fill as many rows of the table's width; one cell is left to the field", () => {
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
