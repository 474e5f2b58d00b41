import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { jot, jotted, wipeJournal } from "./journal.ts";

/** A tab's storage that holds a limited number of characters per value. */
const storage = (room: number): Storage => {
  const held: Record<string, string> = {};
  const methods = {
    getItem: (key: string) => held[key] ?? null,
    setItem: (key: string, text: string) => {
      if (text.length > room) throw new DOMException("full", "QuotaExceededError");
      held[key] = text;
    },
    removeItem: (key: string) => void delete held[key],
  };
  return new Proxy(held, { get: (_held, name) => Reflect.get(methods, name) as unknown }) as unknown as Storage;
};

beforeEach(() => void vi.stubGlobal("sessionStorage", storage(100)));
afterEach(() => vi.unstubAllGlobals());

test("a value is found until it is confirmed", () => {
  const strike = jot("form", { name: "a" });
  expect(jotted("form")?.value).toEqual({ name: "a" });
  expect(jotted("other form")).toBeUndefined();
  strike();
  expect(jotted("form")).toBeUndefined();
});

test("a late confirmation does not remove a newer value", () => {
  const strikeFirst = jot("form", "a");
  const found = jotted("form");
  jot("form", "ab");
  strikeFirst();
  found?.strike();
  expect(jotted("form")?.value).toBe("ab");
});

test("if the storage is full, the older value is removed", () => {
  jot("form", "a");
  jot("form", "b".repeat(100))();
  expect(jotted("form")).toBeUndefined();
});

test("a wipe removes every journal entry, and no other key of the tab", () => {
  jot("form", "a");
  sessionStorage.setItem("joinedTeam", "1");
  wipeJournal();
  expect(jotted("form")).toBeUndefined();
  expect(sessionStorage.getItem("joinedTeam")).toBe("1");
});
