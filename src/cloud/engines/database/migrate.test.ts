/** Databases of release 0.9.0, created by its own migrations, at their first start with the baseline. */
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { sql, type Kysely } from "kysely";
import { Migrator, type Migration } from "kysely/migration";
import { transformWithOxc } from "vite";
import { expect, test } from "vitest";
import { testDatabase, type TestDatabase } from "../../../../tests/support/database/database.ts";
import { atFileEnd } from "../../../../tests/support/file-end.ts";
import type { Db } from "./database.ts";
import { migrate } from "./migrate.ts";
import { checkSchema } from "./schema.ts";

/** The last commit that has all migrations of release 0.9.0, and "069-duties". */
const commit = "ab7a04b5";

const git = async (...args: string[]): Promise<string> =>
  (await promisify(execFile)("git", args, { cwd: import.meta.dirname, maxBuffer: 16 * 1024 * 1024 })).stdout;

// A source archive or a shallow clone has no history to take the migrations from.
const hasHistory = await git("cat-file", "-e", `${commit}^{commit}`).then(
  () => true,
  () => false,
);

const readMigrations = async (): Promise<Record<string, Migration>> => {
  const cache = join(import.meta.dirname, "../../../../node_modules/.cache");
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, "migrations-"));
  atFileEnd(() => rm(folder, { recursive: true, force: true }));
  const paths = (await git("ls-tree", "--name-only", "--full-tree", commit, "src/cloud/migrations/"))
    .split("\n")
    .filter((path) => /\/\d{3}-[^.]+\.ts$/.test(path));
  const loaded = paths.map(async (path) => {
    const name = path.replace(/^.*\/|\.ts$/g, "");
    const file = join(folder, `${name}.mjs`);
    const source = await git("show", `${commit}:${path}`);
    await writeFile(file, (await transformWithOxc(source, path)).code);
    return [name, (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Migration] as const;
  });
  return Object.fromEntries(await Promise.all(loaded));
};

const databaseOf = async (migrations: Record<string, Migration>): Promise<TestDatabase> => {
  const database = await testDatabase();
  await database.db.schema.dropSchema("public").cascade().execute();
  await database.db.schema.createSchema("public").execute();
  const migrator = new Migrator({
    db: database.db as Kysely<unknown>,
    provider: { getMigrations: async () => migrations },
  });
  const { error } = await migrator.migrateToLatest();
  expect(error).toBeUndefined();
  return database;
};

/** Returns all that the migrations create, one line per item: also defaults, storage, sequences and bodies of functions. */
const catalogOf = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ line: string }>`
    with own as (
      select oid, relname, relpersistence from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely\\_%'
    )
    select concat_ws(' ', 'table', relname, relpersistence) as line from own
    union all
    select concat_ws(' ', 'column', relname, row_number() over (partition by attrelid order by attnum), attname,
        format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated, attstorage, attcollation::regcollation,
        pg_get_expr(adbin, adrelid))
      from own join pg_attribute on attrelid = own.oid left join pg_attrdef on adrelid = own.oid and adnum = attnum
      where attnum > 0 and not attisdropped
    union all
    select concat_ws(' ', 'constraint', relname, conname, pg_get_constraintdef(pg_constraint.oid), convalidated)
      from own join pg_constraint on conrelid = own.oid where contype <> 'n'
    union all
    select pg_get_indexdef(indexrelid) from own join pg_index on indrelid = own.oid
    union all
    select pg_get_triggerdef(pg_trigger.oid) from own join pg_trigger on tgrelid = own.oid where not tgisinternal
    union all
    select regexp_replace(regexp_replace(pg_get_functiondef(oid), '--[^\n]*', '', 'g'), '\\s+', ' ', 'g')
      from pg_proc where pronamespace = 'public'::regnamespace
    union all
    select concat_ws(' ', 'sequence', seqrelid::regclass, seqtypid::regtype, seqstart, seqincrement, seqmin, seqmax)
      from pg_sequence
    union all
    select concat_ws(' ', 'price', resource, item, land, per, starts_at) from resource_price
    union all
    select concat_ws(' ', 'domains', only_row, version) from domain_version
  `.execute(db);
  return rows.map(({ line }) => line).toSorted();
};

const namesIn = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
};

test.skipIf(!hasHistory)(
  "a database of release 0.9.0 keeps its rows and gets the schema of a new one, even if several processes start at once",
  async () => {
    const released = await readMigrations();
    const fresh = await testDatabase();
    const [catalog, names] = [await catalogOf(fresh.db), await namesIn(fresh.db)];
    const [id, team] = [randomUUID(), randomUUID()];
    for (const last of ["068-merged-nodes", "069-duties"]) {
      const { db, pool } = await databaseOf(
        Object.fromEntries(Object.entries(released).filter(([name]) => name <= last)),
      );
      const person = "insert into person (id, address, wallet_type, username) values ($1, 'someone', 'METAMASK', 'x')";
      await pool.query(person, [id]);
      await pool.query("insert into team (id, name, owner_id) values ($1, 'Team', $2)", [team, id]);

      await Promise.all([migrate(db), migrate(db), migrate(db)]);
      await migrate(db);
      expect(await catalogOf(db)).toEqual(catalog);
      expect(await checkSchema(db)).toEqual([]);
      expect(await namesIn(db)).toEqual(names);
      expect(await db.selectFrom("team").select(["id", "owner_id", "name"]).execute()).toEqual([
        { id: team, owner_id: id, name: "Team" },
      ]);
    }
  },
);

test.skipIf(!hasHistory)(
  "a database older than release 0.9.0 is refused unchanged, and the error names that release",
  async () => {
    const released = Object.entries(await readMigrations());
    const { db } = await databaseOf(Object.fromEntries(released.filter(([name]) => name < "068-merged-nodes")));
    const names = await namesIn(db);
    await expect(migrate(db)).rejects.toThrow(/before 0\.9\.0 .*Start release 0\.9\.0 on it once/);
    expect(await namesIn(db)).toEqual(names);
  },
);
