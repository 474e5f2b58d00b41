import { expect, test } from "vitest";
import { sortedBy } from "./sorted-by.ts";

const rows = [
  { name: "elm", size: 9, land: "1000000000000000000000" },
  { name: "Ash", size: 10, land: "20" },
  { name: "oak", size: undefined, land: "3" },
];
const names = (sort: string) => sortedBy(rows, sort).map(({ name }) => name);

test("numbers and decimal texts are sorted by value, names as text, and rows without a value come last both ways", () => {
  expect(names("size")).toEqual(["elm", "Ash", "oak"]);
  expect(names("-size")).toEqual(["Ash", "elm", "oak"]);
  expect(names("-land")).toEqual(["elm", "Ash", "oak"]);
  expect(names("name")).toEqual(["Ash", "elm", "oak"]);
  expect(sortedBy(rows, undefined)).toBe(rows);
});
