import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Kysely } from "kysely";
import { Migrator, type Migration } from "kysely/migration";
import type { Db } from "./database.ts";

export const migrationsFolder = join(import.meta.dirname, "../../migrations");

/**
 * Applies the pending migrations of src/cloud/migrations in order of their numbers, up to `last` if set. Several
 * processes may call it at once: one works, the others wait.
 */
export const migrate = async (db: Db, last?: string): Promise<void> => {
  // Services are developed in parallel: a lower number may land later, because each service has separate tables.
  const migrator = new Migrator({
    db: db as Kysely<unknown>,
    provider: { getMigrations },
    allowUnorderedMigrations: true,
  });
  const { error, results } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last));
  if (!error) return;
  const failed = results?.find((result) => result.status === "Error")?.migrationName;
  const reason = error instanceof Error ? error.message : "unknown";
  throw new Error(`The migration ${failed ?? ""} failed: ${reason}`, { cause: error });
};

const getMigrations = async (): Promise<Record<string, Migration>> => {
  const files = (await readdir(migrationsFolder)).filter((file) => /^\d{3}-.*(?<!\.test)\.ts$/.test(file)).toSorted();
  const entries = files.map(async (file) => {
    const migration = (await import(/* @vite-ignore */ pathToFileURL(join(migrationsFolder, file)).href)) as Migration;
    return [basename(file, ".ts"), migration] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
};
