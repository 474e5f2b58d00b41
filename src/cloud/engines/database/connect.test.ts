import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "../../../../tests/support/database/database.ts";

test("a connection that breaks between two queries of a transaction ends the transaction, not the process", async () => {
  const { db } = await testDatabase();
  const faults: unknown[] = [];
  const note = (error: unknown): void => void faults.push(error);
  process.on("uncaughtException", note);
  const broken = db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
    await sql`select pg_terminate_backend(${rows[0]!.pid}, 10000)`.execute(db);
    await expect
      .poll(() =>
        sql`select 1`.execute(trx).then(
          () => "still there",
          () => "gone",
        ),
      )
      .toBe("gone");
    throw new Error("The transaction was lost.");
  });
  await expect(broken).rejects.toThrow();
  expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  process.off("uncaughtException", note);
  expect(faults).toEqual([]);
});
