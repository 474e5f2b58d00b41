/**
 * Backs up the data folder of a running instance, in this order:
 *
 *   1. A lock in the database defers the deletion of blobs until the backup is done.
 *   2. The database, in its state T at the end of the copy.
 *   3. Blobs, with the packs of repositories, and repositories that are still only in a directory of the version before.
 *      T refers only to files that were written before T, never change and, because of the lock, still exist.
 *
 * Files written after T are copied too and do no harm: the next start sweeps files that the database does not list.
 */
import { execFile } from "node:child_process";
import { mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { Client } from "pg";
import type { Config } from "../config.ts";
import { backupLockKey } from "../engines/database/backup-lock.ts";
import type { FileSink } from "../operator/backups/archive.ts";
import { copyDatabase, copyRepositories, repositoryDirectories } from "../operator/backups/copy-data.ts";
import { copyFolder, copyIfExists } from "../operator/backups/copy-files.ts";
import { writeManifest } from "./manifest.ts";
import { withDatabase } from "./with-database.ts";

/** Copied separately or skipped: uploads and builds restart; copies of repositories, mirrors and tools are fetched again. */
const copiedSeparately = new Set([
  "postgres",
  "git",
  "mirrors",
  "staging",
  "workers",
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
      const directories = await repositoryDirectories(client);
      if (!config.DATABASE_URL) {
        report("database");
        const folder = join(config.DATA_DIR, "postgres");
        await mkdir(join(unfinished, "postgres"));
        await copyDatabase(client, join(folder, "data"), folderSink(unfinished), "postgres/data");
        await copyIfExists(join(folder, "password"), join(unfinished, "postgres/password"));
      }
      const repositories = join("git", "repositories");
      if (directories.length > 0) report("repositories");
      await copyRepositories(join(config.DATA_DIR, repositories), join(unfinished, repositories), directories);
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

/** Copies files into a folder. */
const folderSink = (target: string): FileSink => ({
  folder: async (path) => void (await mkdir(join(target, path), { recursive: true })),
  file: (source, path) => copyIfExists(source, join(target, path)),
  write: (path, content) => writeFile(join(target, path), Readable.from(content), { mode: 0o600 }),
});

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
