import { readdir } from "node:fs/promises";
import { join, parse } from "node:path";
import { pathToFileURL } from "node:url";
import { sql, type Kysely } from "kysely";
import { Migrator, type Migration } from "kysely/migration";
import type { Db } from "./database.ts";

export const migrationsFolder = join(import.meta.dirname, "../../migrations");

/** TypeScript in a checkout, JavaScript in the npm package. */
const migrationPattern = /^\d{3}-.*(?<!\.test)\.[jt]s$/;

/** Migrations of installed modules, by the names under which they are recorded: "bookmarks/001-create". */
export type ModuleMigrations = Readonly<Record<string, Migration>>;

/**
 * Applies the pending migrations of src/cloud/migrations in order of their numbers, then those of installed modules, or those named by
 * `only`. Several processes may call it at once: one works, the others wait. Throws if a release before 0.9.0 created the database.
 */
export const migrate = async (db: Db, only?: readonly string[], ofModules: ModuleMigrations = {}): Promise<void> => {
  const known = { ...(await getMigrations()), ...ofModules };
  const unknown = only?.find((name) => !(name in known));
  if (unknown !== undefined) throw new Error(lacking(unknown));
  await db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${lockKey})`.execute(connection);
    try {
      await adoptBaseline(connection);
      const all = Object.entries({ ...(await absentMigrations(connection, ofModules)), ...known });
      const wanted = Object.fromEntries(all.filter(([name]) => !only || only.includes(name)));
      if (!(await areApplied(connection, wanted))) await apply(connection, wanted);
    } finally {
      await sql`select pg_advisory_unlock(${lockKey})`.execute(connection);
    }
  });
};

/** One process after another: none records migrations of a module while another one without that module reads what is recorded. */
const lockKey = 7_163_201_886;

/** Returns whether exactly these are recorded. The migrator would read all tables and columns to find out. */
const areApplied = async (db: Db, migrations: Readonly<Record<string, Migration>>): Promise<boolean> => {
  if (!(await hasMigrations(db))) return false;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.length === Object.keys(migrations).length && rows.every(({ name }) => name in migrations);
};

const apply = async (db: Db, migrations: Readonly<Record<string, Migration>>): Promise<void> => {
  // Services are developed in parallel: a lower number may land later, because each service has separate tables.
  const migrator = new Migrator({
    db: db as Kysely<unknown>,
    provider: { getMigrations: async () => migrations },
    allowUnorderedMigrations: true,
  });
  const { error, results } = await migrator.migrateToLatest();
  if (!error) return;
  const failed = results?.find((result) => result.status === "Error")?.migrationName;
  const reason = error instanceof Error ? error.message : "unknown";
  throw new Error(`The migration ${failed ?? ""} failed: ${reason}`, { cause: error });
};

const moduleOf = (name: string): string => name.split("/")[0]!;

const lacking = (name: string): string =>
  name.includes("/")
    ? `The data has tables of the module ${moduleOf(name)}, but FREEHOLD_MODULES has no module with the migration ${name}. ` +
      "Add the version that created the data, or a later one."
    : `This version of Freehold lacks the migration ${name}. Use the version that created the data, or a later one.`;

/**
 * Returns the recorded migrations of modules that are not installed any more: their tables stay. Throws if an installed module lacks one,
 * because a later version of it created its tables.
 */
const absentMigrations = async (db: Db, ofModules: ModuleMigrations): Promise<Record<string, Migration>> => {
  if (!(await hasMigrations(db))) return {};
  const { rows } = await sql<{ name: string }>`select name from kysely_migration where name like '%/%'`.execute(db);
  const installed = new Set(Object.keys(ofModules).map(moduleOf));
  const absent = rows.map(({ name }) => name).filter((name) => !(name in ofModules));
  const lacked = absent.find((name) => installed.has(moduleOf(name)));
  if (lacked !== undefined) throw new Error(lacking(lacked));
  return Object.fromEntries(absent.map((name) => [name, { up: async () => undefined }]));
};

const hasMigrations = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`select to_regclass('kysely_migration') is not null as found`.execute(
    db,
  );
  return rows[0]!.found;
};

/** The first and last of release 0.9.0's migrations, and their number. */
const release = { first: "001-people", last: "068-merged-nodes", count: 64 };

/** The last of the migrations that create the schema of release 0.9.0, one per capability. */
const baselineEnd = "013-devnet";

/**
 * Records the baseline as applied in a database of release 0.9.0, instead of the migrations that created it. Its schema
 * is the same (schema.txt). Does nothing to other databases.
 */
const adoptBaseline = async (db: Db): Promise<void> => {
  if (!(await hasMigrations(db))) return;
  const baseline = Object.keys(await getMigrations()).filter((name) => name <= baselineEnd);
  await db.transaction().execute(async (trx) => {
    // Another process that starts on the same database waits here, and then finds the baseline.
    await sql`lock table kysely_migration in exclusive mode`.execute(trx);
    const { rows: recorded } = await sql<{ name: string }>`
      select name from kysely_migration where name <= ${release.last}
    `.execute(trx);
    if (!recorded.some(({ name }) => name === release.first)) return;
    if (recorded.length !== release.count)
      throw new Error(
        "A release before 0.9.0 created this database. Start release 0.9.0 on it once, then start this version again.",
      );
    await sql`delete from kysely_migration where name <= ${release.last}`.execute(trx);
    const timestamp = new Date().toISOString();
    for (const name of baseline)
      await sql`insert into kysely_migration (name, timestamp) values (${name}, ${timestamp})`.execute(trx);
  });
};

const getMigrations = async (): Promise<Record<string, Migration>> => {
  const files = (await readdir(migrationsFolder)).filter((file) => migrationPattern.test(file)).toSorted();
  const entries = files.map(async (file) => {
    const migration = (await import(/* @vite-ignore */ pathToFileURL(join(migrationsFolder, file)).href)) as Migration;
    return [parse(file).name, migration] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
};
