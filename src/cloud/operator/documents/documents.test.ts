import { join } from "node:path";
import { expect, test } from "vitest";
import { documentRoutes } from "./routes.ts";

test("the index summarizes each page by its first whole sentence, without marks", async () => {
  const [list] = documentRoutes(join(import.meta.dirname, "../../../../docs"));
  const { items } = (await list!.handler({} as never)) as { items: { name: string; summary: string }[] };
  expect(items.length).toBeGreaterThan(20);
  for (const { name, summary } of items) {
    expect(summary, name).toMatch(/^[\w<].*[^:]\.$/);
    expect(summary, name).not.toMatch(/[`*]|^Context/);
    expect(summary.split(" ").length, name).toBeGreaterThan(3);
  }
  expect(items.find(({ name }) => name === "011-redirect-and-header-rules")?.summary).toContain(
    "_redirects has a standard",
  );
});
