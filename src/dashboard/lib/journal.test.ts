import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { writeJournal, readJournal, wipeJournal } from "./journal.ts";

/** A tab's storage that holds a limited number of characters per value. */
const storage = (room: number): Storage => {
  // The values are its own properties, as in a browser.
  const values = Object.create({
    getItem: (key: string): string | null => values[key] ?? null,
    setItem: (key: string, text: string) => {
      if (text.length > room) throw new DOMException("full", "QuotaExceededError");
      values[key] = text;
    },
    removeItem: (key: string) => void delete values[key],
  }) as Storage;
  return values;
};

beforeEach(() => void vi.stubGlobal("sessionStorage", storage(100)));
afterEach(() => vi.unstubAllGlobals());

test("a value is found until it is confirmed", () => {
  const confirm = writeJournal("form", { name: "a" });
  expect(readJournal("form")?.value).toEqual({ name: "a" });
  expect(readJournal("other form")).toBeUndefined();
  confirm();
  expect(readJournal("form")).toBeUndefined();
});

test("a late confirmation does not remove a newer value", () => {
  const strikeFirst = writeJournal("form", "a");
  const found = readJournal("form");
  writeJournal("form", "ab");
  strikeFirst();
  found?.confirm();
  expect(readJournal("form")?.value).toBe("ab");
});

test("if the storage is full, the older value is removed", () => {
  writeJournal("form", "a");
  writeJournal("form", "b".repeat(100))();
  expect(readJournal("form")).toBeUndefined();
});

test("a wipe removes every journal entry, and no other key of the tab", () => {
  writeJournal("form", "a");
  sessionStorage.setItem("joinedTeam", "1");
  wipeJournal();
  expect(readJournal("form")).toBeUndefined();
  expect(sessionStorage.getItem("joinedTeam")).toBe("1");
});
