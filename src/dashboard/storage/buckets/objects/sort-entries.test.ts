import { expect, test } from "vitest";
import type { Entry } from "../../flows/storage/entries.ts";
import { sortEntries } from "./sort-entries.ts";

const file = (name: string, sizeBytes: number, modifiedSeconds: number): Entry => ({
  kind: "file",
  key: name,
  name,
  sizeBytes,
  modifiedSeconds,
});
const folder = (name: string): Entry => ({ kind: "folder", key: `${name}/`, name });
const entries = [file("b", 5, 1), folder("y"), file("a", 5, 2), folder("x"), file("c", 9, 0)];
const sorted = (key: string, direction: "asc" | "desc") =>
  sortEntries(entries, { key, direction })
    .map(({ name }) => name)
    .join("");

test("folders come first; files sort by name, size or time, and then by name", () => {
  expect(sorted("name", "asc")).toBe("xyabc");
  expect(sorted("name", "desc")).toBe("yxcba");
  expect(sorted("size", "desc")).toBe("xycab");
  expect(sorted("time", "asc")).toBe("xycba");
});
