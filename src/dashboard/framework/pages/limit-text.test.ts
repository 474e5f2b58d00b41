import { expect, test } from "vitest";
import { defineResource, isFull } from "../../../../resources/declare/define.ts";
import { id } from "../../../../resources/declare/fields.ts";
import { limitText } from "./limit-text.ts";

const list = { columns: { id: {} }, empty: { title: "No shelves yet", text: "" } } as const;
const shelves = defineResource({
  name: "shelves",
  title: "Shelves",
  noun: "shelf",
  routes: {},
  fields: { id: id() },
  list,
});
const limited = { ...shelves, noun: "book", list: { ...list, limit: 1200 } };

test("a limit is shown with the number of records once half is used, and how to make room once it is reached", () => {
  expect([limitText(limited, 599), limitText(limited, 600)]).toEqual(["", " 600 of 1,200 books."]);
  expect(limitText(limited, 1199)).toBe(" 1,199 of 1,200 books.");
  expect(limitText(limited, 1200)).toBe(" 1,200 of 1,200 books. Delete one to add another.");
  expect(limitText(shelves, 5000)).toBe("");
});

test("a resource is full at its limit, and above it after the limit was lowered", () => {
  expect([1199, 1200, 1201n].map((count) => isFull(limited, count))).toEqual([false, true, true]);
  expect(isFull(shelves, Number.MAX_SAFE_INTEGER)).toBe(false);
});
