// @vitest-environment jsdom
import { expect, test } from "vitest";
import { defineResource } from "../../../../resources/declare/define.ts";
import { parseCall } from "../../../../resources/declare/endpoints.ts";
import { id, text } from "../../../../resources/declare/fields.ts";
import { resources } from "../../../../resources/index.ts";
import { relatedTo } from "./related.tsx";

const shelves = defineResource({
  name: "shelves",
  title: "Shelves",
  routes: { show: "/shelves/{shelf}" },
  base: "$hosting/shelf",
  key: "shelf",
  fields: { shelf: id() },
  related: [
    { resource: "books", by: "shelfId", without: ["shelf"] },
    { resource: "labels", by: "shelf" },
  ],
});
const part = { routes: {}, fields: { id: id(), shelf: text("Shelf") } } as const;
const list = { columns: { id: {} }, empty: { title: "Nothing yet", text: "" } } as const;
const books = defineResource({ ...part, name: "books", title: "Books", base: "$hosting/book", list });
const labels = defineResource({ ...part, name: "labels", title: "Labels", base: "$hosting/shelf/{shelf}/label", list });

test("a related list is narrowed by the record's key, in the path or the query of its call", () => {
  const record = { shelf: "oak" };
  expect(relatedTo(shelves, record, books)).toEqual({ resource: books, only: { shelfId: "oak" }, without: ["shelf"] });
  expect(relatedTo(shelves, record, labels)).toEqual({ resource: labels, params: { shelf: "oak" } });
});

test("each related list names a resource whose list call takes the record's key", () => {
  const declared = resources.flatMap(({ related = [] }) => related);
  expect(declared.length).toBeGreaterThan(0);
  for (const { resource, by, without = [] } of declared) {
    const listed = resources.find(({ name }) => name === resource)!;
    const inPath = parseCall(listed.calls.list!).path.includes(`{${by}}`);
    expect([resource, by, inPath || Object.hasOwn(listed.listQuery?.shape ?? {}, by)]).toEqual([resource, by, true]);
    expect(Object.keys(listed.list!.columns)).toEqual(expect.arrayContaining([...without]));
  }
});
