/**
 * Backs up the data folder of a running instance, in this order:
 *
 *   1. A lock in the database defers the deletion of blobs until the backup is done.
 *   2. The database, in its state T at the end of the copy.
 *   3. Blobs and repositories. T refers only to files that were written before T, never change and, because of the
 *      lock, still exist.
 *
 * Files written after T are copied too and do no harm: the next start sweeps files that the database does not list.
 */
import { execFile } from "node:child_process";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import type { Config } from "../config.ts";
import { backupLockKey } from "../engines/database/backup-lock.ts";
import { copyDatabase } from "./copy-database.ts";
import { copyFolder, copyIfExists } from "./copy-files.ts";
import { copyRepositories } from "./copy-repositories.ts";
import { writeManifest } from "./manifest.ts";
import { withDatabase } from "./with-database.ts";

/** Copied separately or skipped: uploads and builds restart; mirrors and tools are fetched again. */
const copiedSeparately = new Set([
  "postgres",
  "git",
  "mirrors",
  "staging",
  "builds",
  "build-cache",
  "tools",
  "evm",
  "rollups",
  "logs",
  "trash",
  "reserve",
  "reserve.tmp",
]);

/** Backs up the data folder to `target`, which must not exist; calls `report` with each step. */
export const backUp = async (config: Config, target: string, report: (text: string) => void): Promise<void> => {
  if (await exists(target)) throw new Error(`${target} already exists. Choose a new folder.`);
  if (!(await exists(config.DATA_DIR))) throw new Error(`Data directory ${config.DATA_DIR} not found.`);
  if (!relative(config.DATA_DIR, target).startsWith(".."))
    throw new Error("The backup folder can't be inside the data directory.");
  const unfinished = `${target}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true, mode: 0o700 });

  await withDatabase(config, async (connection) => {
    const client = new Client(connection);
    await client.connect();
    try {
      await client.query("select pg_advisory_lock($1)", [backupLockKey]);
      if (!config.DATABASE_URL) {
        report("database");
        await copyEmbedded(client, join(config.DATA_DIR, "postgres"), join(unfinished, "postgres"));
      }
      report("repositories");
      await copyRepositories(join(config.DATA_DIR, "git"), join(unfinished, "git"));
      report("blobs");
      await copyFolder(config.DATA_DIR, unfinished, (path) => copiedSeparately.has(path));
    } finally {
      await client.end();
    }
  });
  await writeManifest(unfinished, {
    format: 1,
    createdAt: Math.floor(Date.now() / 1000),
    hasDatabase: !config.DATABASE_URL,
  });
  await promisify(execFile)("sync");
  await rename(unfinished, target);
};

const copyEmbedded = async (client: Client, source: string, target: string): Promise<void> => {
  await copyDatabase(client, join(source, "data"), join(target, "data"));
  const others = (await readdir(source)).filter((name) => name === "password");
  for (const name of others) await copyIfExists(join(source, name), join(target, name));
};

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
