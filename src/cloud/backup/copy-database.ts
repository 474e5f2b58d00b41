/** Copies the embedded server's data online, through PostgreSQL's base backup protocol. */
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "pg";
import { copyFolder, copyIfExists } from "./copy-files.ts";

const walName = /^[0-9A-F]{24}$/;
/** Files of the running server that are not data. The folders are kept empty. */
const serverState = /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/./;
const serverFiles = new Set(["postmaster.pid", "postmaster.opts", "global/pg_control"]);

/**
 * Copies `dataDir` to `target` while the server keeps running. The copy contains every transaction committed before
 * this function returns; the restored server replays the log to reach that state. `client` must be a separate
 * connection.
 */
export const copyDatabase = async (client: Client, dataDir: string, target: string): Promise<void> => {
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
