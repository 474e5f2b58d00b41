/** Copies whole tables by COPY, which every PostgreSQL offers its clients: no pg_dump is needed. */
import { Transform, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { escapeIdentifier, escapeLiteral, type ClientBase } from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";

/** Schemas with the instance's data: its own, and that of the job queues. */
export const schemas = ["public", "pgboss"] as const;

/** A table, or a partition that holds rows. */
export interface Table {
  /** Quoted, with its schema. */
  readonly name: string;
  /** Columns in order of their names, without generated ones, which PostgreSQL computes. */
  readonly columns: readonly string[];
  /** Columns of the primary key with their types; empty without one. */
  readonly key: readonly { readonly name: string; readonly type: string }[];
}

/** Makes values look the same in every session that reads or writes them. */
export const useStandardFormats = (client: ClientBase): Promise<unknown> =>
  client.query(
    "set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'iso_8601'; set bytea_output = 'hex'; " +
      "set extra_float_digits = 1; set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0",
  );

/** Lists the tables in order of their names, except those that a server creates for itself at its start. */
export const readTables = async (client: ClientBase): Promise<Table[]> => {
  const { rows } = await client.query<{ schema: string; name: string; columns: string[]; key: Table["key"] | null }>(
    `select nspname as schema, relname as name,
       (select coalesce(array_agg(attname::text order by attname::text), '{}') from pg_attribute
          where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
       (select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) order by at)
          from pg_index, unnest(indkey::int2[]) with ordinality as part(num, at), pg_attribute
          where indrelid = c.oid and indisprimary and attrelid = c.oid and attnum = part.num) as key
     from pg_class c join pg_namespace n on n.oid = relnamespace
     where relkind = 'r' and nspname = any($1) and relname !~ '^(kysely_|socket_io_)'
     order by 1, 2`,
    [schemas],
  );
  return rows.map(({ schema, name, columns, key }) => ({
    name: `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`,
    columns,
    key: key ?? [],
  }));
};

const list = ({ columns }: Table): string => columns.map(escapeIdentifier).join(", ");

/** Streams all rows of a table in COPY's text format. `where` restricts them. */
export const copyOut = (client: ClientBase, table: Table, where = ""): Readable =>
  client.query(copyTo(`copy (select ${list(table)} from ${table.name} t ${where}) to stdout`));

/** Adds rows in COPY's text format to a table. */
export const copyIn = (client: ClientBase, table: Table, rows: Readable): Promise<void> =>
  pipeline(rows, client.query(copyFrom(`copy ${table.name} (${list(table)}) from stdin`)));

/** Like `copyOut` into `copyIn`. Returns the bytes that passed. */
export const copyRows = async (from: ClientBase, to: ClientBase, table: Table, where?: string): Promise<number> => {
  let bytes = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(
    copyOut(from, table, where),
    count,
    to.query(copyFrom(`copy ${table.name} (${list(table)}) from stdin`)),
  );
  return bytes;
};

export interface Sum {
  readonly rows: number;
  /** Sum of all rows' hashes, independent of their order. */
  readonly hash: string;
}

/** Counts and hashes a table's rows. */
export const sumOf = async (client: ClientBase, table: Table): Promise<Sum> => {
  const { rows } = await client.query<{ rows: string; hash: string }>(
    `select count(*) as rows, coalesce(sum(
       ('x' || encode(substr(sha256(convert_to(row(${list(table)})::text, 'UTF8')), 1, 7), 'hex'))::bit(56)::bigint
     ), 0)::text as hash from ${table.name}`,
  );
  return { rows: Number(rows[0]!.rows), hash: rows[0]!.hash };
};

/** Returns statements that set every sequence to its value in `client`'s database. */
export const sequenceValues = async (client: ClientBase): Promise<string[]> => {
  const { rows } = await client.query<{ name: string; value: string | null; start: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value as value, start_value as start
     from pg_sequences where schemaname = any($1) and sequencename !~ '^socket_io_' order by 1`,
    [schemas],
  );
  return rows.map(
    ({ name, value, start }) => `select setval(${escapeLiteral(name)}, ${value ?? start}, ${value !== null})`,
  );
};

/**
 * Removes foreign keys and stops triggers, so that tables can be filled in any order. Their owner may do both, without the rights of a
 * superuser. The definitions are kept in the schema `freehold_copy` until `restoreRules`.
 */
export const suspendRules = async (client: ClientBase): Promise<void> => {
  await client.query(`
    create schema if not exists freehold_copy;
    create table if not exists freehold_copy.foreign_key (tab text, name text, definition text, primary key (tab, name));
    insert into freehold_copy.foreign_key
      select format('%I.%I', nspname, relname), conname, pg_get_constraintdef(o.oid)
      from pg_constraint o join pg_class c on c.oid = conrelid join pg_namespace n on n.oid = relnamespace
      where contype = 'f' and conparentid = 0 and nspname in (${schemas.map(escapeLiteral).join(", ")})
      on conflict do nothing;
    do $$ declare k record; begin
      for k in select * from freehold_copy.foreign_key loop
        execute format('alter table %s drop constraint if exists %I', k.tab, k.name);
      end loop;
    end $$`);
  await setTriggers(client, "disable");
};

/** Starts the triggers and adds the foreign keys. With `validate`, existing rows are checked; else only new ones. */
export const restoreRules = async (client: ClientBase, { validate }: { readonly validate: boolean }): Promise<void> => {
  await setTriggers(client, "enable");
  await client.query(`
    do $$ declare k record; begin
      for k in select * from freehold_copy.foreign_key loop
        if not exists (select from pg_constraint where conrelid = k.tab::regclass and conname = k.name) then
          execute format('alter table %s add constraint %I %s${validate ? "" : " not valid"}', k.tab, k.name, k.definition);
        end if;
      end loop;
    end $$`);
};

/** Checks existing rows against foreign keys that were added without, while the tables are in use, and forgets the definitions. */
export const validateRules = async (client: ClientBase): Promise<void> => {
  const { rows } = await client.query<{ tab: string; name: string }>(
    "select conrelid::regclass::text as tab, quote_ident(conname) as name from pg_constraint where contype = 'f' and not convalidated",
  );
  for (const { tab, name } of rows) await client.query(`alter table ${tab} validate constraint ${name}`);
  await client.query("drop schema if exists freehold_copy cascade");
};

const setTriggers = async (client: ClientBase, act: "enable" | "disable"): Promise<void> => {
  const { rows } = await client.query<{ tab: string; name: string }>(
    `select tgrelid::regclass::text as tab, quote_ident(tgname) as name
     from pg_trigger join pg_class c on c.oid = tgrelid join pg_namespace n on n.oid = relnamespace
     where not tgisinternal and relkind = 'r' and nspname = any($1) and not starts_with(tgname, 'freehold_move')`,
    [schemas],
  );
  for (const { tab, name } of rows) await client.query(`alter table ${tab} ${act} trigger ${name}`);
};
