import { expect, test } from "vitest";
import { check, keepWithin, moveTo, nothingSelected, click, selectAll, type Selection } from "./selection.ts";

const order = ["a", "b", "c", "d", "e"];
const names = ({ selected }: Selection) => [...selected].toSorted().join("");

test("a click selects one row, Ctrl toggles it, Shift selects from the last clicked row", () => {
  const first = click(nothingSelected, order, 1);
  expect(names(first)).toBe("b");
  const range = click(first, order, 3, { range: true });
  expect(names(range)).toBe("bcd");
  expect(names(click(range, order, 0, { range: true }))).toBe("ab");
  const more = click(range, order, 4, { toggle: true });
  expect(names(more)).toBe("bcde");
  expect(names(click(more, order, 2, { toggle: true }))).toBe("bde");
});

test("a checkbox adds its row, and with Shift all rows up to it", () => {
  const some = check(check(nothingSelected, order, 0, false), order, 2, false);
  expect(names(some)).toBe("ac");
  expect(names(check(some, order, 4, true))).toBe("acde");
});

test("arrow keys move the focus, extend the range with Shift, and stop at the ends", () => {
  const at = moveTo(nothingSelected, order, 0, false);
  expect([at.active, names(at)]).toEqual([0, "a"]);
  const down = moveTo(moveTo(at, order, 1, true), order, 2, true);
  expect([down.active, names(down)]).toEqual([2, "abc"]);
  expect(moveTo(down, order, 99, false).active).toBe(4);
  expect(moveTo(down, order, -5, false).active).toBe(0);
  expect(moveTo(down, [], 0, false)).toBe(down);
});

test("select all takes every row; deleted rows are deselected and the focus keeps its position", () => {
  const all = selectAll(click(nothingSelected, order, 2), order);
  expect(names(all)).toBe("abcde");
  const after = keepWithin(all, order, ["a", "e"]);
  expect([names(after), after.active]).toEqual(["ae", 1]);
  expect(keepWithin(all, order, ["c", "d"]).active).toBe(0);
});
