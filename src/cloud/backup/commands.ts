/** The commands `backup`, `restore`, `verify` and `adopt`: reads their arguments and says what they did. */
import { existsSync } from "node:fs";
import { resolve, join } from "node:path";
import { parseArgs } from "node:util";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { pino } from "pino";
import type { Config } from "../config.ts";
import { readInstanceConfig } from "../move/handover.ts";
import { backUp } from "./backup.ts";
import { readManifest, type Manifest } from "./manifest.ts";
import { restoreBackup } from "./restore.ts";
import { verifyInstance } from "./verify.ts";
import { adoptStore } from "../engines/blocks/instance.ts";
import { openStore } from "../engines/blocks/open.ts";
import { connectDatabase } from "../engines/database/connect.ts";
import { withDatabase } from "./with-database.ts";
import { prepareDataFolder, unfinishedRestore } from "../engines/disk/data-folder.ts";
import { lockDataFolder } from "../engines/disk/instance-lock.ts";
import { createBackup } from "../operator/backups/create-backup.ts";
import { copyFolder } from "../operator/backups/copy-files.ts";

type Say = (text: string) => void;

/** Runs a command with the settings of `env`. Returns the exit code. Throws with a sentence for the operator. */
export const runBackupCommand = async (
  [command, ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
  say: Say,
): Promise<number> => {
  const config = readInstanceConfig(env);
  const report = reportTo(say);

  if (command === "restore") {
    const { values } = parseArgs({ args, options: { from: { type: "string" }, at: { type: "string" } } });
    const from = values.from ?? config.BACKUP_TO;
    if (!from) throw new Error("Specify the backup: npm run restore -- --from FOLDER");
    if (values.from === undefined || isRepository(from))
      return restoreEncrypted({ ...config, BACKUP_TO: from }, values.at, say);
    if (values.at) throw new Error("Only encrypted backups can be restored to a point in time.");
    const { createdAt, hasDatabase } = await restore(config, resolve(from), report);
    say(`Restored the backup of ${new Date(createdAt * 1000).toISOString()} to ${config.DATA_DIR}.`);
    if (!hasDatabase) say("This backup doesn't include the database. Restore the database at DATABASE_URL separately.");
    return 0;
  }
  if (command === "verify") {
    const { values } = parseArgs({ args, options: { from: { type: "string" } } });
    return verify(config, values.from, say);
  }
  if (command === "adopt") {
    const { indexedBlobs, store } = await adopt(config);
    say(`${store} and ${config.DATA_DIR} now belong to this database, which lists ${indexedBlobs} blobs.`);
    say("Unlisted blobs move to the trash at a later start and are deleted after seven days.");
    return 0;
  }
  const { values } = parseArgs({ args, options: { to: { type: "string" } } });
  if (values.to === undefined && config.BACKUP_TO !== undefined) return backUpEncrypted(config, say);
  const target = resolve(values.to ?? `backups/${new Date().toISOString().replaceAll(":", "-").slice(0, 19)}`);
  await backUp(config, target, report);
  say(`Backup saved to ${target}.`);
  if (config.DATABASE_URL) {
    say("It contains blobs and repositories. Back up the database at DATABASE_URL separately (pg_dump,");
    say(
      "pg_basebackup or a snapshot). Back up the database first, so that this backup contains every blob it references.",
    );
  }
  if (config.S3_ENDPOINT)
    say("Blobs in the S3 bucket are not included. Enable versioning on the bucket to protect them.");
  return 0;
};

/** Says the steps of a command, below its start. */
const reportTo =
  (say: Say): Say =>
  (text) =>
    say(`  · ${text}`);

const isRepository = (from: string): boolean => /^https?:\/\//.test(from) || existsSync(join(from, "blobs/key-check"));

const backUpEncrypted = async (config: Config, say: Say): Promise<number> => {
  const { name, label, blobs, newBlobs, newBytes } = await withDatabase(config, (connection) =>
    createBackup({ config, connection, report: reportTo(say) }),
  );
  say(`Backup ${name} saved in ${label}: ${newBlobs} of ${blobs} blobs are new, ${newBytes} bytes were written.`);
  return 0;
};

const restoreEncrypted = async (config: Config, at: string | undefined, say: Say): Promise<number> => {
  const time = at === undefined ? undefined : new Date(at);
  if (time && Number.isNaN(time.getTime()))
    throw new Error(`${at} is not a time. Use ISO 8601, such as 2026-11-27T18:30:00Z.`);
  const { manifest, blobs } = await restoreBackup(config, { at: time, report: reportTo(say) });
  const { database, stateAt } = manifest;
  const state =
    database.kind === "files" && database.chain !== undefined
      ? `the state ${time ? `at ${time.toISOString()}` : "at the end of the copied database log"}`
      : `the backup of ${stateAt.toISOString()}`;
  say(`Restored ${state} to ${config.DATA_DIR}, with ${blobs} blobs.`);
  return 0;
};

const progressMs = 5000;

const verify = async (config: Config, from: string | undefined, say: Say): Promise<number> => {
  if (from !== undefined) await readManifest(resolve(from));
  let reportedAt = Date.now();
  const { blobs, bytes, repaired, damaged } = await verifyInstance(config, {
    from: from === undefined ? undefined : resolve(from),
    onProgress: (done, total) => {
      if (Date.now() - reportedAt < progressMs) return;
      reportedAt = Date.now();
      say(`  · ${done} of ${total} blobs`);
    },
  });
  for (const blobId of repaired) say(`Repaired: ${blobId}`);
  for (const { blobId, damage } of damaged) say(`Damaged: ${blobId} (${damage})`);
  say(`Verified ${blobs} blobs (${bytes} bytes): ${repaired.length} repaired, ${damaged.length} damaged.`);
  if (damaged.length === 0) return 0;
  say("To repair them, specify a backup (npm run verify -- --from FOLDER) or upload the same content again.");
  return 1;
};

/** Assigns the data folder and blob store to the configured database, regardless of their previous one. */
const adopt = (config: Config): Promise<{ readonly indexedBlobs: number; readonly store: string }> =>
  withDatabase(config, async (connection) => {
    const database = connectDatabase(connection, pino({ level: "silent" }));
    try {
      const store = await openStore(config);
      return { ...(await adoptStore({ db: database.db, dataDir: config.DATA_DIR, store })), store: store.label };
    } finally {
      await database.close();
    }
  });

/** Restores a backup into the empty data folder of `config`. An incomplete restore prevents a start on that folder. */
const restore = async (config: Config, source: string, report: Say): Promise<Manifest> => {
  const manifest = await readManifest(source);
  prepareDataFolder(config.DATA_DIR);
  const lock = await lockDataFolder(config.DATA_DIR);
  try {
    if ((await readdir(config.DATA_DIR)).length > 0) {
      throw new Error(`${config.DATA_DIR} is not empty. Set DATA_DIR to an empty directory, or move the existing one.`);
    }
    const mark = join(config.DATA_DIR, unfinishedRestore);
    await writeFile(mark, "");
    report("files");
    await copyFolder(source, config.DATA_DIR, (path) => path === "backup.json");
    if (manifest.hasDatabase) {
      const data = join(config.DATA_DIR, "postgres/data");
      // Some archives drop empty folders, but PostgreSQL requires these.
      await Promise.all(emptyFolders.map((name) => mkdir(join(data, name), { recursive: true })));
    }
    await rm(mark);
  } finally {
    await lock.release();
  }
  return manifest;
};

const emptyFolders = [
  "pg_wal",
  "pg_replslot",
  "pg_dynshmem",
  "pg_notify",
  "pg_serial",
  "pg_snapshots",
  "pg_stat_tmp",
  "pg_subtrans",
  "pg_commit_ts",
  "pg_tblspc",
  "pg_twophase",
  "pg_stat",
  "pg_logical/snapshots",
  "pg_logical/mappings",
];
