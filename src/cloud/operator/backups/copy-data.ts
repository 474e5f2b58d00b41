/** Copies what a running instance keeps on disk: its embedded database and its repositories. */
import { execFile } from "node:child_process";
import { mkdir, readdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Client } from "pg";
import type { FileSink } from "./archive.ts";
import { copyIfExists } from "./copy-files.ts";

const run = promisify(execFile);

/**
 * Lists the hosted repositories whose content is not in the database and the blob store yet. Read before the database is
 * copied: a repository that is recorded meanwhile is then copied twice rather than never.
 */
export const repositoryDirectories = async (client: Client): Promise<string[]> => {
  const { rows: tables } = await client.query<{ known: boolean }>(
    "select to_regclass('git_repository') is not null as known",
  );
  const recorded = tables[0]!.known ? "select repository_id from git_repository" : "select null::uuid where false";
  const { rows } = await client.query<{ path: string }>(
    `select namespace || '/' || name || '.git' as path from repository
     where provider = 'LOCAL' and id not in (${recorded})`,
  );
  return rows.map(({ path }) => path);
};

/**
 * Copies bare repositories that may receive pushes during the copy. Fetches objects and refs through Git, which yields
 * a consistent state; copies settings as files.
 */
export const copyRepositories = async (source: string, target: string, paths: readonly string[]): Promise<void> => {
  for (const path of paths) {
    const [repository, copy] = [join(source, path), join(target, path)];
    const isThere = await stat(repository).catch(ignoreVanished);
    if (!isThere) continue;
    await mkdir(dirname(copy), { recursive: true });
    await run("git", ["clone", "--mirror", "--no-local", "--quiet", repository, copy]);
    await copyIfExists(join(repository, "config"), join(copy, "config"));
  }
};

/** A segment of the write-ahead log: eight digits of its timeline, then its position. */
export const walName = /^[0-9A-F]{24}$/;
/** Files of the running server that are not data. The folders are kept empty. */
const serverState = /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/./;
const serverFiles = new Set(["postmaster.pid", "postmaster.opts", "global/pg_control"]);

/**
 * Copies the data folder of the embedded server to `sink` while it keeps running, below `path`. The copy contains every transaction
 * committed before this function returns; the restored server replays the log to reach that state. `client` must be a separate
 * connection. Returns the first segment of the log that the copy needs.
 */
export const copyDatabase = async (client: Client, dataDir: string, sink: FileSink, path: string): Promise<string> => {
  // The slot keeps the log until it is copied and is dropped with this connection.
  await client.query("select pg_create_physical_replication_slot('freehold_backup', true, true)");
  await client.query("select pg_backup_start('freehold', true)");
  await addFolder(dataDir, sink, path);
  await sink.file(join(dataDir, "global/pg_control"), `${path}/global/pg_control`);

  const { rows } = await client.query<{ label: string; last: string }>(
    "select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(false)",
  );
  const [{ label, last }] = rows as [{ label: string; last: string }];
  await sink.write(`${path}/backup_label`, [Buffer.from(label)]);
  const first = firstLogFile(label);
  await addLog(dataDir, sink, `${path}/pg_wal`, first, last);
  await client.query("select pg_drop_replication_slot('freehold_backup')");
  return first;
};

/** Adds a folder's files, without those that only a running server has. */
const addFolder = async (dataDir: string, sink: FileSink, path: string): Promise<void> => {
  const addBelow = async (below: string): Promise<void> => {
    const entries = await readdir(join(dataDir, below), { withFileTypes: true }).catch(ignoreVanished);
    await sink.folder(below === "" ? path : `${path}/${below}`);
    for (const entry of entries ?? []) {
      const child = below === "" ? entry.name : `${below}/${entry.name}`;
      if (serverState.test(child) || serverFiles.has(child) || child.includes("pgsql_tmp")) continue;
      if (entry.isDirectory()) await addBelow(child);
      if (entry.isFile()) await sink.file(join(dataDir, child), `${path}/${child}`);
    }
  };
  await addBelow("");
};

const firstLogFile = (label: string): string => {
  const name = /START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)/.exec(label)?.[1];
  if (!name) throw new Error("PostgreSQL did not report the start of the backup's write-ahead log.");
  return name;
};

const addLog = async (dataDir: string, sink: FileSink, path: string, first: string, last: string): Promise<void> => {
  const names = await readdir(join(dataDir, "pg_wal"));
  const needed = names.filter(
    (name) => (walName.test(name) && name >= first && name <= last) || name.endsWith(".history"),
  );
  if (!needed.includes(first) || !needed.includes(last))
    throw new Error("A segment of PostgreSQL's write-ahead log is missing.");
  for (const name of needed) await sink.file(join(dataDir, "pg_wal", name), `${path}/${name}`);
};

const ignoreVanished = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== "ENOENT") throw error;
};
