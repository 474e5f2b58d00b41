import { PostgresIntrospector, sql } from "kysely";
import { pino } from "pino";
import { expect, test, vi } from "vitest";
import { testDatabase } from "../../../../tests/support/database/database.ts";
import { backupLockKey, removeUnlessBackup } from "./backup-lock.ts";
import { openDatabase } from "./open.ts";

const log = pino({ level: "silent" });

test("the app's pool returns int8 as bigint, exact beyond 2^53", async () => {
  const { pool } = await testDatabase();
  const { rows } = await pool.query("select 9007199254740993::int8 as big");
  expect(rows).toEqual([{ big: 9_007_199_254_740_993n }]);
});

test("each caller gets a separate database", async () => {
  const [one, other] = await Promise.all([testDatabase(), testDatabase()]);
  await one.pool.query("create table only_here (id int)");
  await expect(other.pool.query("select * from only_here")).rejects.toThrow("does not exist");
});

test("files are not deleted while a backup runs", async () => {
  const { db, pool } = await testDatabase();
  let removed = 0;
  const remove = async (): Promise<void> => void (removed += 1);
  const backup = await pool.connect();
  await backup.query("select pg_advisory_lock($1)", [backupLockKey]);
  expect(await removeUnlessBackup(db, remove)).toBe(false);
  await backup.query("select pg_advisory_unlock($1)", [backupLockKey]);
  backup.release();
  expect(await removeUnlessBackup(db, remove)).toBe(true);
  expect(removed).toBe(1);
});

test("opening a database without pending migrations reads its tables once, to compare them", async () => {
  const { url } = await testDatabase();
  const introspection = vi.spyOn(PostgresIntrospector.prototype, "getTables");
  await (await openDatabase({ DATA_DIR: "", DATABASE_URL: url, PG_BIN_DIR: undefined }, log)).close();
  expect(introspection).not.toHaveBeenCalled();
});

test("four processes that migrate at once all succeed", async () => {
  const { db, url } = await testDatabase();
  await db.schema.dropSchema("public").cascade().execute();
  await db.schema.createSchema("public").execute();
  const processes = await Promise.all(
    [1, 2, 3, 4].map(() => openDatabase({ DATA_DIR: "", DATABASE_URL: url, PG_BIN_DIR: undefined }, log)),
  );
  await Promise.all(processes.map((process) => process.close()));
  const { rows } = await sql<{
    names: number;
  }>`select count(distinct name)::int as names from kysely_migration`.execute(db);
  expect(rows[0]!.names).toBeGreaterThan(0);
});
