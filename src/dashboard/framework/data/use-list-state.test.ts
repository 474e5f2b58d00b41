import { expect, test } from "vitest";
import { projects } from "../../../../resources/hosting/projects.ts";
import { readListState } from "./use-list-state.ts";

const read = (query: string) => readListState(projects, new URLSearchParams(query));

test("page size default 10", () => {
  expect(read("")).toEqual({ page: 1, size: 10, filters: {} });
});

test("a list's state is read from the URL under the names of its call", () => {
  expect(read("page=3&size=20&keyword=blog&state=FAILURE&tab=x")).toEqual({
    page: 3,
    size: 20,
    filters: { keyword: "blog", state: "FAILURE" },
  });
});

test("numbers that make no sense become the defaults, and a page is never larger than the cloud gives", () => {
  expect(read("page=-1&size=abc")).toMatchObject({ page: 1, size: 10 });
  expect(read("page=1e9&size=5000")).toMatchObject({ page: 1, size: 100 });
});
