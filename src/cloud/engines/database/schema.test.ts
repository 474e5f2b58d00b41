import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { pino } from "pino";
import { expect, expectTypeOf, test } from "vitest";
import { testDatabase } from "../../../../tests/support/database/database.ts";
import { openDatabase } from "./open.ts";
import { renderTables } from "./render-tables.ts";
import { hashMigrations, readExpectedSchema, readFrozen, readSchema } from "./schema.ts";
import type { Columns, ColumnTypes } from "./tables.ts";

const log = pino({ level: "silent" });
const open = (url: string) => openDatabase({ DATA_DIR: "", DATABASE_URL: url, PG_BIN_DIR: undefined }, log);

test("a committed migration is never edited, renamed or removed", async () => {
  const [hashes, frozen] = [await hashMigrations(), await readFrozen()];
  const edited = [...frozen].filter(([file, hash]) => hashes.get(file) !== hash).map(([file]) => file);
  expect(
    edited,
    "Undo the edit and put the change into a new migration. (Only if it was never landed: delete its line in hashes.txt.)",
  ).toEqual([]);
});

/** Those that remove what only versions before the last one used. */
const contracting: readonly string[] = [];
/** The first release's. */
const lastOfFirstRelease = 13;

test("migrations after the first release only add, so that the version before runs beside the new one", async () => {
  const shrinking =
    /\b(drop (table|column|type|function|view|schema)|rename|truncate (?!on)|(set data )?type \w+ using|set not null)\b/i;
  const required = /add column (?:if not exists )?\w+ (?![^,;]*\bdefault\b)[^,;]*\bnot null\b/i;
  const files = [...(await hashMigrations()).keys()].filter((file) => Number.parseInt(file, 10) > lastOfFirstRelease);
  const texts = files.map(async (file) => ({
    file,
    text: await readFile(new URL(`../../migrations/${file}`, import.meta.url), "utf8"),
  }));
  const shrinkingFiles = (await Promise.all(texts))
    .filter(({ text }) => shrinking.test(text) || required.test(text))
    .map(({ file }) => file);
  expect(shrinkingFiles, "Add now, and remove one version later: see docs/operate/upgrades.md.").toEqual(contracting);
  expect(shrinking.test("alter table team drop column name")).toBe(true);
  expect(required.test("alter table team add column plan text not null")).toBe(true);
  expect(required.test("alter table team add column plan text not null default ''")).toBe(false);
});

test("every migration is frozen, and the resulting schema is recorded", async () => {
  const frozen = await readFrozen();
  const added = [...(await hashMigrations()).keys()].filter((file) => !frozen.has(file));
  expect(added, 'Run "npm run migrations" and commit what it writes.').toEqual([]);
  const { db } = await testDatabase();
  const [actual, expected] = [new Set(await readSchema(db)), new Set(await readExpectedSchema())];
  const differences = [...actual].filter((line) => !expected.has(line)).map((line) => `+ ${line}`);
  for (const line of expected) if (!actual.has(line)) differences.push(`- ${line}`);
  expect(differences, 'Run "npm run migrations" and commit what it writes.').toEqual([]);
});

test("the types of the tables are those of the migrated schema", async () => {
  const { db } = await testDatabase();
  const committed = await readFile(new URL("tables.ts", import.meta.url), "utf8");
  expect(committed, 'Run "npm run migrations" and commit what it writes.').toBe(await renderTables(db, committed));
  type ColumnName = { [T in keyof Columns]: `${T}.${keyof Columns[T] & string}` }[keyof Columns];
  expectTypeOf<keyof ColumnTypes>().toExtend<ColumnName>();
});

test("a database with a missing table, column or index is rejected with its name; additional ones are allowed", async () => {
  const { db, url } = await testDatabase();
  await sql`create table extra (id int); alter table team add column extra int;`.execute(db);
  await (await open(url)).close();
  await sql`drop table webhook cascade; alter table upload drop column digest; drop index hostname_target;`.execute(db);
  await expect(open(url)).rejects.toThrow(
    /schema .*Missing: column upload\.digest, .*index hostname hostname_target, table webhook\. .*Restore a backup/,
  );
});
