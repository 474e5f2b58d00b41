import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { pino } from "pino";
import { expect, expectTypeOf, test } from "vitest";
import { testDatabase } from "../../../../tests/support/database.ts";
import { migrate } from "./migrate.ts";
import { openDatabase } from "./open.ts";
import { renderTables } from "./render-tables.ts";
import { checkSchema, hashMigrations, readExpectedSchema, readFrozen, readSchema } from "./schema.ts";
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

test("a database created by older versions of edited migrations is completed at the next start", async () => {
  const { db, url } = await testDatabase();
  await db.schema.dropSchema("public").cascade().execute();
  await db.schema.createSchema("public").execute();
  await migrate(db, "052-instance");
  await sql`
    drop table bucket_removal, bucket_download, boost_captcha, boost_exploration, boost_partner_report, rpc_latency;
    drop index pin_unsettled, ai_key_playground, arweave_upload_open, arweave_item_waiting, arweave_item_deadline,
      arweave_object_new, rpc_count_team, boost_node_total, boost_point_invite, boost_point_explorer, boost_token_expires;
    alter table pin drop column replaced_root;
    alter table snapshot drop constraint snapshot_bucket_id_fkey, drop constraint snapshot_state_check;
    alter table snapshot
      add constraint snapshot_bucket_id_fkey foreign key (bucket_id) references bucket,
      add constraint snapshot_state_check check (state in ('generating', 'unpin', 'pinning', 'pin', 'failure'));
    alter table arweave_upload drop column size_bytes, drop column attempts, drop column next_at, drop column is_open;
    alter table arweave_upload add constraint arweave_upload_check check (bundle is null or cid is null);
    insert into arweave_upload (id, header, bundle) values ('old', '{}', 'twelve bytes');
    alter table arweave_item
      drop column charged_team_id, add column attempts integer not null default 0, alter column kept set default false;
    create index arweave_item_open on arweave_item (next_at) where state in ('waiting', 'sent');
    alter table arweave_object add column charged_bytes bigint not null default 0;
    alter table ton_key add column collector text not null, add column treasury text not null;
    alter table rpc_count drop column team_id, add constraint rpc_count_key_id_fkey
      foreign key (key_id) references rpc_key on delete cascade;
    create table rpc_latency (
      key_id uuid not null references rpc_key on delete cascade, hour timestamptz not null, bucket smallint not null,
      requests bigint not null, primary key (key_id, hour, bucket)
    );
    create index rpc_latency_hour on rpc_latency (hour);
    alter table rollup_told drop column notice_id;
    alter table ai_key drop column is_playground;
    alter table boost_node drop column lost, drop column explore_day, drop column explore_used,
      drop column explore_bought, drop column pre_activities;
    create index boost_node_total on boost_node (total desc, id);
    alter table boost_point drop column is_note;
  `.execute(db);
  const repaired = await open(url);
  try {
    expect(await checkSchema(repaired.db)).toEqual([]);
    expect(new Set(await readSchema(repaired.db))).toEqual(new Set(await readExpectedSchema()));
    const { rows } = await sql`select size_bytes from arweave_upload`.execute(db);
    expect(rows).toEqual([{ size_bytes: 12n }]);
  } finally {
    await repaired.close();
  }
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
