import { expect, it } from "vitest";
import { testDatabase } from "../../../../tests/support/database/database.ts";
import { createHostnames, toLabel } from "./service.ts";

const hostnames = createHostnames();

it("a name taken by any kind of target gets a -xxxx suffix", async () => {
  const { db } = await testDatabase();
  const labels = await db
    .transaction()
    .execute(async (trx) => [
      await hostnames.claim(trx, "My Site", "project", "1"),
      await hostnames.claim(trx, "my-site", "gateway", "2"),
    ]);
  expect(labels).toEqual(["my-site", expect.stringMatching(/^my-site-[a-z0-9]{4}$/)]);
  expect(await hostnames.lookup(db, "my-site")).toEqual({ kind: "project", id: "1" });
  expect(await hostnames.lookup(db, labels[1]!)).toEqual({ kind: "gateway", id: "2" });
});

it("concurrent claims of one name get different labels", async () => {
  const { db } = await testDatabase();
  const claims = Array.from({ length: 8 }, (_, i) =>
    db.transaction().execute((trx) => hostnames.claim(trx, "popular", "project", String(i))),
  );
  const labels = await Promise.all(claims);
  expect(new Set(labels).size).toBe(8);
  expect(labels).toContain("popular");
});

it("a reserved name is never assigned", async () => {
  const { db } = await testDatabase();
  const label = await db.transaction().execute((trx) => hostnames.claim(trx, "www", "project", "1"));
  expect(label).toMatch(/^www-[a-z0-9]{4}$/);
});

it("a released name is available again", async () => {
  const { db } = await testDatabase();
  await db.transaction().execute(async (trx) => {
    await hostnames.claim(trx, "site", "project", "1");
    await hostnames.release(trx, "project", "1");
  });
  expect(await hostnames.lookup(db, "site")).toBeUndefined();
  expect(await db.transaction().execute((trx) => hostnames.claim(trx, "site", "project", "2"))).toBe("site");
});

it.each([
  ["Été — 2024", "ete-2024"],
  ["  a__b  ", "a-b"],
  ["日本", "site"],
  ["x".repeat(70), "x".repeat(63)],
  ["-xn--evil", "xn-evil"],
])("%s becomes the label %s", (name, label) => {
  expect(toLabel(name)).toBe(label);
});
