import { expect, test } from "vitest";
import { testDatabase } from "../../../../tests/support/database.ts";

test("the app's pool gives int8 as bigint, exact beyond 2^53", async () => {
  const { pool } = await testDatabase();
  const { rows } = await pool.query("select 9007199254740993::int8 as big");
  expect(rows).toEqual([{ big: 9_007_199_254_740_993n }]);
});

test("each caller gets a database of its own", async () => {
  const [one, other] = await Promise.all([testDatabase(), testDatabase()]);
  await one.pool.query("create table only_here (id int)");
  await expect(other.pool.query("select * from only_here")).rejects.toThrow("does not exist");
});
