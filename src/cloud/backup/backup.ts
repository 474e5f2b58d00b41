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
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join, relative, dirname } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import type { Config } from "../config.ts";
import { backupLockKey } from "../engines/database/backup-lock.ts";
import { copyFolder, copyIfExists } from "./copy-files.ts";
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

const run = promisify(execFile);

/**
 * Copies bare repositories that may receive pushes during the copy. Fetches objects and refs through Git, which yields
 * a consistent state; copies settings and hooks as files.
 */
const copyRepositories = async (source: string, target: string): Promise<void> => {
  for (const repository of await repositoriesBelow(source)) {
    const copy = join(target, relative(source, repository));
    await mkdir(dirname(copy), { recursive: true });
    await run("git", ["clone", "--mirror", "--no-local", "--quiet", repository, copy]);
    await copyFolder(repository, copy, (path) => !/^(config|description|hooks(\/.*)?)$/.test(path));
  }
};

const repositoriesBelow = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const names = entries.map((entry) => entry.name);
  if (names.includes("HEAD") && names.includes("objects")) return [folder];
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => join(folder, entry.name));
  return (await Promise.all(folders.map(repositoriesBelow))).flat();
};

const walName = /^[0-9A-F]{24}$/;
/** Files of the running server that are not data. The folders are kept empty. */
const serverState = /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/./;
const serverFiles = new Set(["postmaster.pid", "postmaster.opts", "global/pg_control"]);

/**
 * Copies `dataDir` to `target` while the server keeps running. The copy contains every transaction committed before
 * this function returns; the restored server replays the log to reach that state. `client` must be a separate
 * connection.
 */
const copyDatabase = async (client: Client, dataDir: string, target: string): Promise<void> => {
  // The slot keeps the log until it is copied and is dropped with this connection.
  await client.query("select pg_create_physical_replication_slot('freehold_backup', true, true)");
  await client.query("select pg_backup_start('freehold', true)");
  await copyFolder(dataDir, target, (path) => serverState.test(path) || serverFiles.has(path) || isTemporary(path));
  await copyIfExists(join(dataDir, "global/pg_control"), join(target, "global/pg_control"));

  const { rows } = await client.query<{ label: string; last: string }>(
    "select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(false)",
  );
  const [{ label, last }] = rows as [{ label: string; last: string }];
  await writeFile(join(target, "backup_label"), label, { mode: 0o600 });
  await copyLog(dataDir, target, firstLogFile(label), last);
  await client.query("select pg_drop_replication_slot('freehold_backup')");
};

const isTemporary = (path: string): boolean => path.includes("pgsql_tmp");

const firstLogFile = (label: string): string => {
  const name = /START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)/.exec(label)?.[1];
  if (!name) throw new Error("PostgreSQL did not report the start of the backup's write-ahead log.");
  return name;
};

const copyLog = async (dataDir: string, target: string, first: string, last: string): Promise<void> => {
  const names = await readdir(join(dataDir, "pg_wal"));
  const needed = names.filter(
    (name) => (walName.test(name) && name >= first && name <= last) || name.endsWith(".history"),
  );
  if (!needed.includes(first) || !needed.includes(last))
    throw new Error("A segment of PostgreSQL's write-ahead log is missing.");
  for (const name of needed) await copyIfExists(join(dataDir, "pg_wal", name), join(target, "pg_wal", name));
};
