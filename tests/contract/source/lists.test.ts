/** Lists are declared: their columns are drawn by field words. Tables that draw their own cells are counted here. */
import type * as z from "zod/mini";
import { expect, test } from "vitest";
import { calls } from "../../../resources/calls.ts";
import { everyCall } from "../../../resources/declare/endpoints.ts";
import { resources } from "../../../resources/index.ts";
import { sourceFiles } from "../../support/hosting/source-files.ts";

/** Files below the engine that draw a table themselves, with what keeps them from being a declared list. */
const allowed: Readonly<Record<string, string>> = {
  "src/dashboard/raas/explorer-transaction/transaction-view.tsx":
    "a tree: each internal call is indented below its caller",
  "src/dashboard/raas/explorer/latest-view.tsx":
    "the block view: blocks read from a node, for visitors without an account",
  "src/dashboard/raas/explorer/transactions-table.tsx":
    "the block view: transactions of blocks, a block or an address, read from a node",
};
const engine = ["src/dashboard/framework/pages/record-list.tsx", "src/dashboard/framework/pages/row-table.tsx"];

const drawing = sourceFiles("src/dashboard/**/*.tsx")
  .filter(({ path, text }) => !path.endsWith(".test.tsx") && /<DataTable\b/.test(text))
  .map(({ path }) => path)
  .filter((path) => path !== "src/dashboard/ui/table/data-table.tsx" && !engine.includes(path));

test("no screen draws a table itself, except those with a reason", () => {
  expect(drawing.toSorted()).toEqual(Object.keys(allowed));
  expect(drawing.length).toBeLessThanOrEqual(6);
});

const targets = resources.flatMap(({ name, fields, list }) =>
  Object.values({ ...fields, ...list?.filterBy }).flatMap(({ to }) => (to ? [{ name, fields, to }] : [])),
);

test("a reference's page is filled from its row, and the call of its filter lists records with the fields it reads", () => {
  expect(targets.length).toBeGreaterThan(2);
  for (const { name, fields, to } of targets) {
    for (const [, field] of to.page?.matchAll(/\{(\w+)\}/g) ?? []) expect(Object.keys(fields), name).toContain(field);
    if (to.call === undefined) continue;
    const declared = everyCall({ resources, calls }).find(({ call }) => call === to.call);
    expect(declared, to.call).toBeDefined();
    const rows = (declared!.reply as z.ZodMiniObject).shape[to.items ?? "items"] as z.ZodMiniArray<z.ZodMiniObject>;
    expect(Object.keys(rows.def.element.shape), to.call).toEqual(
      expect.arrayContaining([to.key ?? "id", ...(to.name ?? ["name"])]),
    );
  }
});
