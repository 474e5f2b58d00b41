import { expect, test } from "vitest";
import { gridAct } from "./grid-keys.ts";

const at = { active: 5, count: 100, page: 10 };
const press = (key: string, more: Partial<Record<"shiftKey" | "ctrlKey" | "metaKey" | "altKey", boolean>> = {}) =>
  gridAct({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...more }, at);

test("arrows, Enter, Backspace, Delete, F2, Escape, ⌘A and Ctrl+A work as in file managers", () => {
  expect(press("ArrowDown")).toEqual({ kind: "go", to: 6, range: false });
  expect(press("ArrowUp", { shiftKey: true })).toEqual({ kind: "go", to: 4, range: true });
  expect(
    [press("End"), press("Home"), press("PageDown"), press("PageUp")].map((act) => act?.kind === "go" && act.to),
  ).toEqual([99, 0, 15, 0]);
  expect(["Enter", "Backspace", "Delete", "F2", "Escape", " "].map((key) => press(key)?.kind)).toEqual([
    "open",
    "up",
    "delete",
    "rename",
    "none",
    "toggle",
  ]);
  expect([press("a", { ctrlKey: true }), press("A", { metaKey: true })]).toEqual([{ kind: "all" }, { kind: "all" }]);
});

test("browser shortcuts are not handled", () => {
  expect([press("a"), press("r", { ctrlKey: true }), press("ArrowLeft", { altKey: true }), press("Tab")]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
