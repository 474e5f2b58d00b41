/**
 * Records by triggers which rows change while tables are copied, and copies those rows. The log names rows by their primary key and the
 * transaction, never by their content, so applying it twice is the same as once. It has a separate schema, `freehold_move`.
 */
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import { escapeIdentifier, escapeLiteral, type ClientBase } from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { copyRows, readTables, type Table } from "../engines/database/copy/tables.ts";

const lockTries = 60;

/** Adds the log and its triggers to all tables. With `isOn` false they wait for `startLog`. Adding them twice does nothing. */
export const addLog = async (client: ClientBase, { isOn }: { readonly isOn: boolean }): Promise<void> => {
  await client.query(`
    create schema if not exists freehold_move;
    create table if not exists freehold_move.change (
      tab text not null, key text[], xid xid8 not null default pg_current_xact_id()
    )`);
  const tables = await readTables(client);
  const { rows } = await client.query<{ tab: string }>(
    `select format('%I.%I', nspname, relname) as tab from pg_trigger
     join pg_class c on c.oid = tgrelid join pg_namespace n on n.oid = relnamespace where tgname = 'freehold_move_all'`,
  );
  const done = new Set(rows.map(({ tab }) => tab));
  const quoted = await quotedNames(client);
  for (const table of tables) if (!done.has(quoted.get(table.name)!)) await whenFree(client, triggersOf(table, isOn));
};

const quotedNames = async (client: ClientBase): Promise<Map<string, string>> => {
  const { rows } = await client.query<{ schema: string; name: string; tab: string }>(
    "select schemaname as schema, tablename as name, format('%I.%I', schemaname, tablename) as tab from pg_tables",
  );
  return new Map(rows.map(({ schema, name, tab }) => [`${escapeIdentifier(schema)}.${escapeIdentifier(name)}`, tab]));
};

const triggersOf = ({ name, key }: Table, isOn: boolean): string => {
  const label = escapeLiteral(name);
  // Names of functions have a limit, names of tables with their schema may exceed it.
  const id = Buffer.from(name).toString("hex").slice(-40);
  const keyOf = (row: string): string =>
    `array[${key.map((part) => `${row}.${escapeIdentifier(part.name)}::text`).join(", ")}]`;
  const log = (value: string): string => `insert into freehold_move.change (tab, key) values (${label}, ${value});`;
  const off = (trigger: string): string => (isOn ? "" : `alter table ${name} disable trigger ${trigger};`);
  const rowTrigger = `
    create or replace function freehold_move.row_${id}() returns trigger language plpgsql as $body$ begin
      if tg_op <> 'INSERT' then ${log(keyOf("old"))} end if;
      if tg_op = 'INSERT' then ${log(keyOf("new"))}
      elsif tg_op = 'UPDATE' then if ${keyOf("old")} <> ${keyOf("new")} then ${log(keyOf("new"))} end if;
      end if;
      return null;
    end $body$;
    create or replace trigger freehold_move after insert or update or delete on ${name}
      for each row execute function freehold_move.row_${id}();
    ${off("freehold_move")}`;
  return `
    ${key.length > 0 ? rowTrigger : ""}
    create or replace function freehold_move.all_${id}() returns trigger language plpgsql as $body$ begin
      ${log("null")} return null;
    end $body$;
    create or replace trigger freehold_move_all after truncate ${key.length > 0 ? "" : "or insert or update or delete "}on ${name}
      for each statement execute function freehold_move.all_${id}();
    ${off("freehold_move_all")}`;
};

/** Runs DDL as one transaction. Gives way to transactions that use the table, and waits at most a second at a time for them. */
const whenFree = async (client: ClientBase, ddl: string): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    try {
      await client.query(`begin; set local lock_timeout = '1s'; ${ddl}; commit`);
      return;
    } catch (error) {
      await client.query("rollback");
      const { code } = error as { code?: string };
      if (tries === lockTries || !["55P03", "40P01"].includes(code ?? "")) throw error;
      await delay(100);
    }
  }
};

/** Starts to record changes, with an empty log. */
export const startLog = async (client: ClientBase): Promise<void> => {
  const rows = await triggersIn(client);
  const statements = rows.map(({ tab, name }) => `alter table ${tab} enable trigger ${name}`);
  await client.query(`begin; truncate freehold_move.change; ${statements.join("; ")}; commit`);
};

/** Removes the log and its triggers, one table at a time: the tables are in use. */
export const removeLog = async (client: ClientBase): Promise<void> => {
  for (const { tab, name } of await triggersIn(client))
    await whenFree(client, `drop trigger if exists ${name} on ${tab}`);
  await client.query("drop schema if exists freehold_move cascade");
};

const triggersIn = async (client: ClientBase): Promise<{ readonly tab: string; readonly name: string }[]> => {
  const { rows } = await client.query<{ tab: string; name: string }>(
    "select tgrelid::regclass::text as tab, tgname::text as name from pg_trigger where tgname in ('freehold_move', 'freehold_move_all')",
  );
  return rows;
};

/** Returns the number of recorded changes. */
export const countChanges = async (client: ClientBase): Promise<number> => {
  const { rows } = await client.query<{ count: number }>("select count(*)::int4 as count from freehold_move.change");
  return rows[0]!.count;
};

/**
 * Copies all changed rows of `from` to `to`, whose tables have no foreign keys and no triggers meanwhile. Then the tables of `to` are those
 * of `from` as one transaction saw them. Returns the number of changes.
 */
export const applyChanges = async (from: ClientBase, to: ClientBase): Promise<number> => {
  const tables = new Map((await readTables(from)).map((table) => [table.name, table]));
  await from.query("begin isolation level repeatable read");
  await to.query("begin");
  let count = 0;
  let snapshot = "";
  try {
    const seen = await from.query<{ snapshot: string }>("select pg_current_snapshot()::text as snapshot");
    snapshot = seen.rows[0]!.snapshot;
    const { rows } = await from.query<{ tab: string; whole: boolean; count: number }>(
      "select tab, bool_or(key is null) as whole, count(*)::int4 as count from freehold_move.change group by tab",
    );
    for (const change of rows) {
      const table = tables.get(change.tab);
      if (!table) continue;
      count += change.count;
      if (change.whole) {
        await to.query(`truncate ${table.name}`);
        await copyRows(from, to, table);
      } else await copyChanged(from, to, table);
    }
    await to.query("commit");
    await from.query("commit");
  } catch (error) {
    await Promise.allSettled([to.query("rollback"), from.query("rollback")]);
    throw error;
  }
  // Changes of transactions that were still running then remain, whatever their order in the log.
  await from.query("delete from freehold_move.change where pg_visible_in_snapshot(xid, $1::pg_snapshot)", [snapshot]);
  return count;
};

const copyChanged = async (from: ClientBase, to: ClientBase, table: Table): Promise<void> => {
  const { name, key } = table;
  const changed = `from freehold_move.change c where tab = ${escapeLiteral(name)}`;
  await to.query("create temp table if not exists changed_key (key text[]) on commit drop; truncate changed_key");
  await pipeline(
    from.query(copyTo(`copy (select distinct c.key ${changed}) to stdout`)),
    to.query(copyFrom("copy changed_key from stdin")),
  );
  const parts = key.map((part, at) => ({
    column: `t.${escapeIdentifier(part.name)}`,
    value: `c.key[${at + 1}]::${part.type}`,
  }));
  const same = parts.map(({ column, value }) => `${column} = ${value}`).join(" and ");
  await to.query(`delete from ${name} t using changed_key c where ${same}`);
  const columns = parts.map(({ column }) => column).join(", ");
  const values = parts.map(({ value }) => value).join(", ");
  await copyRows(from, to, table, `where (${columns}) in (select ${values} ${changed})`);
};
