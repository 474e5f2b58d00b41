import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Kysely } from "kysely";
import { Migrator, type Migration } from "kysely/migration";
import type { Db } from "./database.ts";

const folder = join(import.meta.dirname, "../../migrations");

/** Applies what is missing of src/cloud/migrations, in order of the numbers. Several processes may do so at once: one works, the others wait. */
export const migrate = async (db: Db): Promise<void> => {
  // Services are developed side by side: a lower number may come later, for they touch tables of their own.
  const migrator = new Migrator({
    db: db as Kysely<unknown>,
    provider: { getMigrations },
    allowUnorderedMigrations: true,
  });
  const { error, results } = await migrator.migrateToLatest();
  if (!error) return;
  const failed = results?.find((result) => result.status === "Error")?.migrationName;
  const reason = error instanceof Error ? error.message : "unknown";
  throw new Error(`The migration ${failed ?? ""} failed: ${reason}`, { cause: error });
};

const getMigrations = async (): Promise<Record<string, Migration>> => {
  const files = (await readdir(folder)).filter((file) => /^\d{3}-.*(?<!\.test)\.ts$/.test(file)).toSorted();
  const entries = files.map(async (file) => {
    const migration = (await import(/* @vite-ignore */ pathToFileURL(join(folder, file)).href)) as Migration;
    return [basename(file, ".ts"), migration] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
};
