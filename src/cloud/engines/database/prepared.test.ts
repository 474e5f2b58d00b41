import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "../../../../tests/support/database/database.ts";
import { prepared } from "./prepared.ts";

test("a marked statement is prepared once per connection and uses the parameters of each call", async () => {
  const { db } = await testDatabase();
  await db.connection().execute(async (connection) => {
    const sum = async (a: number, b: number) => {
      const { rows } = await sql<{ sum: number }>`${prepared} select ${a}::int4 + ${b}::int4 as sum`.execute(
        connection,
      );
      return rows[0]!.sum;
    };
    expect([await sum(1, 2), await sum(30, 40), await sum(500, 600)]).toEqual([3, 70, 1100]);
    const { rows } = await sql<{ statement: string; times: number }>`
      select statement, (generic_plans + custom_plans)::int4 as times from pg_prepared_statements
    `.execute(connection);
    expect(rows).toEqual([{ statement: "/* prepared */ select $1::int4 + $2::int4 as sum", times: 3 }]);
  });
});

test("a built query is prepared with the mark at its front", async () => {
  const { db } = await testDatabase();
  await db.connection().execute(async (connection) => {
    const named = (name: string) =>
      connection.selectFrom("team").modifyFront(prepared).select("id").where("name", "=", name);
    expect(await named("none").execute()).toEqual([]);
    expect(await named("nobody").execute()).toEqual([]);
    const { rows } = await sql<{ times: number }>`
      select (generic_plans + custom_plans)::int4 as times from pg_prepared_statements where statement like '%"team"%'
    `.execute(connection);
    expect(rows).toEqual([{ times: 2 }]);
  });
});

test("a failing marked statement fails each time and does not affect later ones", async () => {
  const { db } = await testDatabase();
  const divided = (by: number) => sql<{ out: number }>`${prepared} select 10 / ${by}::int4 as out`.execute(db);
  await expect(divided(0)).rejects.toThrow("division by zero");
  await expect(divided(0)).rejects.toThrow("division by zero");
  expect((await divided(5)).rows).toEqual([{ out: 2 }]);
});
