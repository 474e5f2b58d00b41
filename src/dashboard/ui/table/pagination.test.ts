import { expect, test } from "vitest";
import { pagesAround } from "./pagination.tsx";
import { tabKey } from "../page/tabs.tsx";

test("pagination: 7 visible pages, including the current one", () => {
  expect(pagesAround(1, 20)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(pagesAround(10, 20)).toEqual([7, 8, 9, 10, 11, 12, 13]);
  expect(pagesAround(20, 20)).toEqual([14, 15, 16, 17, 18, 19, 20]);
  expect(pagesAround(2, 3)).toEqual([1, 2, 3]);
});

test("a tab is stored in the URL query in lower case, with underscores for spaces", () => {
  expect(tabKey("Environment variables")).toBe("environment_variables");
});
