/**
 * Compares a database's tables, columns, indexes, constraints, triggers and functions with those created by the
 * migrations.
 */
import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { Db } from "./database.ts";
import { migrationsFolder } from "./migrate.ts";

const hashFile = join(migrationsFolder, "hashes.txt");
const schemaFile = join(migrationsFolder, "schema.txt");
const NAMED_MAX = 5;

/** Returns one line per object of the schema: its kind, its name, and the definition of columns and others. */
export const readSchema = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ line: string }>`
    with own as (
      select oid, relname from pg_class
      where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname not like 'kysely\\_%'
    )
    select 'table ' || relname as line from own
    union all
    select 'column ' || relname || '.' || attname || ' ' || format_type(atttypid, atttypmod)
        || case when attnotnull then ' not null' else '' end
      from own join pg_attribute on attrelid = own.oid where attnum > 0 and not attisdropped
    union all
    select 'index ' || relname || ' ' || indexrelid::regclass::text || ' '
        || regexp_replace(pg_get_indexdef(indexrelid), '^.* USING ', '')
      from own join pg_index on indrelid = own.oid
    union all
    select 'constraint ' || relname || ' ' || conname || ' ' || pg_get_constraintdef(pg_constraint.oid)
      from own join pg_constraint on conrelid = own.oid where contype <> 'n'
    union all
    select 'trigger ' || relname || ' ' || tgname from own join pg_trigger on tgrelid = own.oid where not tgisinternal
    union all
    select 'function ' || proname from pg_proc where pronamespace = current_schema()::regnamespace
  `.execute(db);
  return [...new Set(rows.map(({ line }) => line))].toSorted();
};

/** A migration and the SHA-256 of its file. */
export type Hashes = ReadonlyMap<string, string>;

/** Hashes the existing migration files. The npm package has none: its migrations are compiled. */
export const hashMigrations = async (): Promise<Hashes> => {
  const files = (await readdir(migrationsFolder)).filter((file) => /^\d{3}-.*(?<!\.test)\.ts$/.test(file));
  const hashes = files.toSorted().map(async (file) => {
    const hash = createHash("sha256").update(await readFile(join(migrationsFolder, file)));
    return [file, hash.digest("hex")] as const;
  });
  return new Map(await Promise.all(hashes));
};

/** Returns the hashes of the frozen migrations. */
export const readFrozen = async (): Promise<Hashes> => {
  const lines = (await readFile(hashFile, "utf8")).split("\n").filter(Boolean);
  return new Map(lines.map((line) => line.split("  ").toReversed() as [string, string]));
};

export const readExpectedSchema = async (): Promise<string[]> =>
  (await readFile(schemaFile, "utf8")).split("\n").filter(Boolean);

/** Freezes the new migrations and records the resulting schema. Never changes an existing hash. */
export const freezeMigrations = async (migrated: Db): Promise<readonly string[]> => {
  const [hashes, frozen] = [await hashMigrations(), await readFrozen().catch(() => new Map<string, string>())];
  const added = [...hashes.keys()].filter((file) => !frozen.has(file));
  const all = new Map([...hashes, ...frozen]);
  const lines = [...all].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([file, hash]) => `${hash}  ${file}\n`);
  await writeFile(hashFile, lines.join(""));
  await writeFile(schemaFile, `${(await readSchema(migrated)).join("\n")}\n`);
  return added;
};

/**
 * Throws if a migrated database lacks an object that the migrations create, because it was migrated with an earlier
 * version of a file. Returns the objects that differ. Compares nothing while a migration is in development.
 */
export const checkSchema = async (db: Db): Promise<readonly string[]> => {
  const frozen = await readFrozen();
  if ([...(await hashMigrations()).keys()].some((file) => !frozen.has(file))) return [];
  const current = await readSchema(db);
  const exact = new Set(current);
  const names = new Set(current.map(nameOf));
  const absent = (await readExpectedSchema()).filter((line) => !exact.has(line));
  const lost = absent.map(nameOf).filter((name) => !names.has(name));
  // A missing table is reported once, without its columns and indexes.
  const missing = lost.filter((name) => name.startsWith("table ") || !lost.includes(`table ${tableOf(name)}`));
  if (missing.length === 0) return absent;
  const named = missing.slice(0, NAMED_MAX).join(", ");
  const more = missing.length > NAMED_MAX ? ` and ${missing.length - NAMED_MAX} more` : "";
  throw new Error(
    `The database schema doesn't match this version of Freehold. Missing: ${named}${more}. Another version created it, or it was changed manually. ` +
      "Restore a backup, or start the version that created it, and report the missing items.",
  );
};

/** Returns kind and name, without the definition. */
const nameOf = (line: string): string =>
  line
    .split(" ")
    .slice(0, /^(index|constraint|trigger) /.test(line) ? 3 : 2)
    .join(" ");

const tableOf = (name: string): string => /^\w+ (\w+)/.exec(name)?.[1] ?? "";
