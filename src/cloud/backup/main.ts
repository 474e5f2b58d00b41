/**
 * `npm run backup [-- --to FOLDER]`, `npm run restore [-- --from FOLDER] [--at TIME]`, `npm run verify [-- --from FOLDER]`,
 * `npm run adopt`.
 */
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

const main = async (): Promise<void> => {
  const [command, ...args] = process.argv.slice(2);
  if (existsSync(".env")) process.loadEnvFile(".env");
  const config = readInstanceConfig();
  const report = (text: string): void => say(`  · ${text}`);

  if (command === "restore") {
    const { values } = parseArgs({ args, options: { from: { type: "string" }, at: { type: "string" } } });
    const from = values.from ?? config.BACKUP_TO;
    if (!from) throw new Error("Specify the backup: npm run restore -- --from FOLDER");
    if (values.from === undefined || isRepository(from))
      return restoreEncrypted({ ...config, BACKUP_TO: from }, values.at, report);
    if (values.at) throw new Error("Only encrypted backups can be restored to a point in time.");
    const { createdAt, hasDatabase } = await restore(config, resolve(from), report);
    say(`Restored the backup of ${new Date(createdAt * 1000).toISOString()} to ${config.DATA_DIR}.`);
    if (!hasDatabase) say("This backup doesn't include the database. Restore the database at DATABASE_URL separately.");
    return;
  }
  if (command === "verify") {
    const { values } = parseArgs({ args, options: { from: { type: "string" } } });
    return verify(config, values.from);
  }
  if (command === "adopt") {
    const { indexedBlobs, store } = await adopt(config);
    say(`${store} and ${config.DATA_DIR} now belong to this database, which lists ${indexedBlobs} blobs.`);
    say("Unlisted blobs move to the trash at a later start and are deleted after seven days.");
    return;
  }
  const { values } = parseArgs({ args, options: { to: { type: "string" } } });
  if (values.to === undefined && config.BACKUP_TO !== undefined) return backUpEncrypted(config, report);
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
};

const isRepository = (from: string): boolean => /^https?:\/\//.test(from) || existsSync(join(from, "blobs/key-check"));

const backUpEncrypted = async (config: Config, report: (text: string) => void): Promise<void> => {
  const { name, label, blobs, newBlobs, newBytes } = await withDatabase(config, (connection) =>
    createBackup({ config, connection, report }),
  );
  say(`Backup ${name} saved in ${label}: ${newBlobs} of ${blobs} blobs are new, ${newBytes} bytes were written.`);
};

const restoreEncrypted = async (
  config: Config,
  at: string | undefined,
  report: (text: string) => void,
): Promise<void> => {
  const time = at === undefined ? undefined : new Date(at);
  if (time && Number.isNaN(time.getTime()))
    throw new Error(`${at} is not a time. Use ISO 8601, such as 2026-11-27T18:30:00Z.`);
  const { manifest, blobs } = await restoreBackup(config, { at: time, report });
  const { database, stateAt } = manifest;
  const state =
    database.kind === "files" && database.chain !== undefined
      ? `the state ${time ? `at ${time.toISOString()}` : "at the end of the copied database log"}`
      : `the backup of ${stateAt.toISOString()}`;
  say(`Restored ${state} to ${config.DATA_DIR}, with ${blobs} blobs.`);
};

const progressMs = 5000;

const verify = async (config: Config, from: string | undefined): Promise<void> => {
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
  if (damaged.length === 0) return;
  say("To repair them, specify a backup (npm run verify -- --from FOLDER) or upload the same content again.");
  process.exitCode = 1;
};

const say = (text: string): void => void process.stdout.write(`${text}\n`);

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
const restore = async (config: Config, source: string, report: (text: string) => void): Promise<Manifest> => {
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

try {
  await main();
} catch (error) {
  say(`\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
