import { expect, test } from "vitest";
import type { Entry } from "../../flows/storage/entries.ts";
import { sortEntries } from "./sort-entries.ts";

const file = (name: string, sizeBytes: number, modifiedSeconds: number): Entry => ({
  kind: "file",
  key: name,
  name,
  sizeBytes,
  modifiedSeconds,
  etag: "",
});
const folder = (name: string): Entry => ({ kind: "folder", key: `${name}/`, name });
const entries = [file("b", 5, 1), folder("y"), file("a", 5, 2), folder("x"), file("c", 9, 0)];
const sorted = (sort: string) =>
  sortEntries(entries, sort)
    .map(({ name }) => name)
    .join("");

test("folders come first; files sort by name, size or time, and then by name", () => {
  expect(sorted("name")).toBe("xyabc");
  expect(sorted("-name")).toBe("yxcba");
  expect(sorted("-size")).toBe("xycab");
  expect(sorted("time")).toBe("xycba");
});

test("names sort naturally: numbers by their value, letters regardless of their case", () => {
  const names = ["file10", "File2", "file2", "b", "A", "10", "9"].map((name) => file(name, 1, 0));
  const shown = (sort: string) => sortEntries(names, sort).map(({ name }) => name);
  const natural = ["9", "10", "A", "b", "file2", "File2", "file10"];
  expect(shown("name")).toEqual(natural);
  expect(shown("-name")).toEqual(natural.toReversed());
});
