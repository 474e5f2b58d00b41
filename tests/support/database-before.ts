import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Kysely } from "kysely";
import { Migrator, type Migration } from "kysely/migration";
import { testDatabase, type TestDatabase } from "./database.ts";

const folder = join(import.meta.dirname, "../../src/cloud/migrations");

/** Creates a database in its state before a migration, such as "065-project-names". */
export const databaseBefore = async (migration: string): Promise<TestDatabase> => {
  const database = await testDatabase();
  await database.db.schema.dropSchema("public").cascade().execute();
  await database.db.schema.createSchema("public").execute();
  const names = (await readdir(folder)).filter((name) => /^\d{3}-[^.]+\.ts$/.test(name) && name < migration);
  const loaded = names.map(
    async (name) => [name.replace(".ts", ""), (await import(join(folder, name))) as Migration] as const,
  );
  const before = Object.fromEntries(await Promise.all(loaded));
  const migrator = new Migrator({
    db: database.db as Kysely<unknown>,
    provider: { getMigrations: async () => before },
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
  return database;
};
