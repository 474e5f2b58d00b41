import { expect, test } from "vitest";
import type { UploadItem } from "../../../ui/upload/upload-item.ts";
import { existingKeys, type ListKeys } from "./existing-keys.ts";
import { nameAll, type NameChoice } from "./names.ts";

const item = (path: string): UploadItem => ({ path, file: new File([], path.split("/").at(-1)!) });
const present = ["a/one.txt", "a/one (1).txt", "a/.env", "a/one.txt.bak", "a/v1.2/notes"];
const isThere = async (key: string) => present.includes(key);
const named = async (choice: NameChoice, ...paths: string[]) => {
  const items = paths.map(item);
  const existing = new Set(paths.map((path) => `a/${path}`).filter((key) => present.includes(key)));
  return (await nameAll(items, "a/", existing, choice, isThere)).map(({ key, replaces }) => [key, replaces]);
};

test("a file with the same key is replaced, skipped, or kept beside the new one under a free name", async () => {
  expect(await named("replace", "one.txt", "two.txt")).toEqual([
    ["a/one.txt", true],
    ["a/two.txt", false],
  ]);
  expect(await named("skip", "one.txt", "two.txt")).toEqual([["a/two.txt", false]]);
  expect(await named("both", "one.txt", "one (2).txt", ".env", "v1.2/notes")).toEqual([
    ["a/one (3).txt", false],
    ["a/one (2).txt", false],
    ["a/.env (1)", false],
    ["a/v1.2/notes (1)", false],
  ]);
});

test("a few keys are looked up one by one, many of a folder in its pages", async () => {
  const queries: string[] = [];
  const keys = Array.from({ length: 30 }, (_, number) => `many/${String(number).padStart(2, "0")}`);
  const all = [...present, ...keys.filter((_, at) => at % 2 === 0)].toSorted();
  const list: ListKeys = async ({ prefix, deep, limit, next = "" }) => {
    queries.push(prefix);
    const matching = all.filter((key) => key.startsWith(prefix) && key > next);
    const page = matching
      .filter((key) => deep || !key.slice(prefix.length).includes("/"))
      .slice(0, Math.min(limit, 10));
    return { files: page.map((key) => ({ key })), next: page.length === 10 ? page.at(-1) : undefined };
  };
  const existing = await existingKeys(["a/one.txt", "a/one", ...keys], list);
  expect([...existing].toSorted()).toEqual(all.filter((key) => key === "a/one.txt" || key.startsWith("many/")));
  expect(queries.toSorted()).toEqual(["a/one", "a/one.txt", "many/", "many/"]);
});
