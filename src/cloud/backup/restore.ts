/** Restores an encrypted backup, or the embedded database's state at a point in time, into an empty instance. */
import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Client, type ClientConfig } from "pg";
import { pino } from "pino";
import type { Config } from "../config.ts";
import { openStore } from "../engines/blocks/open.ts";
import { connectDatabase } from "../engines/database/connect.ts";
import {
  copyIn,
  readTables,
  restoreRules,
  suspendRules,
  useStandardFormats,
  validateRules,
} from "../engines/database/copy/tables.ts";
import { startEmbeddedServer } from "../engines/database/embedded/embedded-server.ts";
import { openJobs } from "../engines/jobs/open.ts";
import { migrate } from "../engines/database/migrate.ts";
import { createDatabaseOnce, databaseName } from "../engines/database/open.ts";
import { prepareDataFolder, unfinishedRestore } from "../engines/disk/data-folder.ts";
import { lockDataFolder } from "../engines/disk/instance-lock.ts";
import { loadModules } from "../kernel/load-modules.ts";
import { entriesOf, extract, type Entry } from "../operator/backups/archive.ts";
import { eachOf } from "../operator/backups/create-backup.ts";
import { archiveName, blobName, readManifests, segmentName, type Manifest } from "../operator/backups/manifest.ts";
import { decompressed, openRepository, type Repository } from "../operator/backups/repository.ts";

export interface RestoreOptions {
  /** The state to restore: the latest backup before it, and the log up to it. Default: the latest state. */
  readonly at?: Date | undefined;
  readonly report: (text: string) => void;
}

export interface Restored {
  readonly manifest: Manifest;
  readonly blobs: number;
}

const gets = 4;
const rowsFolder = "rows/";

/** Restores from BACKUP_TO into the empty DATA_DIR, and into the empty DATABASE_URL and S3_BUCKET if they are set. */
export const restoreBackup = async (config: Config, options: RestoreOptions): Promise<Restored> => {
  const repository = await openRepository(config, { isNew: false });
  const manifest = await choose(repository, options.at);
  prepareDataFolder(config.DATA_DIR);
  const lock = await lockDataFolder(config.DATA_DIR);
  try {
    // An S3 repository stages its downloads in the data directory.
    const found = (await readdir(config.DATA_DIR)).filter((name) => name !== "staging");
    if (found.length > 0)
      throw new Error(`${config.DATA_DIR} is not empty. Set DATA_DIR to an empty directory, or move the existing one.`);
    if (manifest.database.kind === "files" && config.DATABASE_URL)
      throw new Error(
        "This backup has the files of an embedded database. Restore it without DATABASE_URL, then move with npm run move.",
      );
    const store = await openStore(config);
    const owner = await store.owner();
    if (owner !== undefined && owner !== manifest.instanceId)
      throw new Error(`${store.label} belongs to another instance (${owner}). Use an empty bucket.`);
    const mark = join(config.DATA_DIR, unfinishedRestore);
    await writeFile(mark, "");
    options.report("database and repositories");
    await (manifest.database.kind === "files"
      ? restoreFiles(config, repository, manifest, options.at)
      : restoreRows(config, repository, manifest));
    options.report("blobs");
    const ids = await blobsOf(repository, manifest);
    await restoreBlobs(config, repository, ids);
    await store.claim(manifest.instanceId);
    await rm(mark);
    return { manifest, blobs: ids.length };
  } finally {
    await lock.release();
  }
};

const choose = async (repository: Repository, at: Date | undefined): Promise<Manifest> => {
  const all = await readManifests(repository);
  if (all.length === 0) throw new Error(`No complete backup found in ${repository.label}.`);
  if (!at) return all.at(-1)!;
  const before = all.findLast(({ stateAt }) => stateAt <= at);
  if (before) return before;
  throw new Error(`The first backup is from ${all[0]!.stateAt.toISOString()}. Choose that time or a later one.`);
};

/** The blobs of the backup, and those that were copied with the log after it. */
const blobsOf = async (repository: Repository, { database, blobs, startedAt }: Manifest): Promise<string[]> => {
  const ids = new Set(blobs);
  if (database.kind === "files" && database.chain !== undefined)
    for await (const { name, writtenAt } of repository.list(blobName("")))
      if (writtenAt >= startedAt) ids.add(name.slice(blobName("").length));
  return [...ids];
};

const restoreBlobs = async (config: Config, repository: Repository, ids: readonly string[]): Promise<void> => {
  const store = await openStore(config);
  const staging = join(config.DATA_DIR, "staging");
  await mkdir(staging, { recursive: true, mode: 0o700 });
  await eachOf(ids, gets, async (id) => {
    if ((await store.size(id)) !== undefined) return;
    const path = join(staging, `restore-${randomUUID()}`);
    try {
      await pipeline(
        Readable.from(repository.get(blobName(id)), { objectMode: false }),
        createWriteStream(path, { flush: true }),
      );
      await store.keep(path, id);
    } finally {
      await rm(path, { force: true });
    }
  });
};

const entries = (repository: Repository, { name }: Manifest): AsyncIterable<Entry> =>
  entriesOf(decompressed(repository.get(archiveName(name))));

const restoreFiles = async (
  config: Config,
  repository: Repository,
  manifest: Manifest,
  at: Date | undefined,
): Promise<void> => {
  for await (const entry of entries(repository, manifest)) await extract(config.DATA_DIR, entry);
  const { database } = manifest;
  if (database.kind !== "files") return;
  const folder = join(config.DATA_DIR, "postgres");
  const log = join(folder, "data", logFolder);
  await mkdir(log);
  const { chain } = database;
  if (chain !== undefined) await restoreLog(repository, chain, database.firstSegment, log);
  // Also without a log: a new timeline keeps the segments of the restored database apart from those of the original.
  await writeFile(join(folder, "data/recovery.signal"), "");
  const settings = {
    restore_command: `cp "${logFolder}/%f" "%p"`,
    ...(at &&
      chain !== undefined && {
        recovery_target_time: at.toISOString().replace("T", " ").replace("Z", "+00"),
        recovery_target_action: "promote",
      }),
  };
  const server = await startEmbeddedServer({ folder, binDir: config.PG_BIN_DIR, settings }).catch((error: unknown) => {
    if (!String(error).includes("before configured recovery target was reached")) throw error;
    throw new Error(
      `The backups end before ${at?.toISOString()}. Choose an earlier time, or omit it for the latest state.`,
      {
        cause: error,
      },
    );
  });
  await server.stop();
  await rm(log, { recursive: true, force: true });
};

const logFolder = "restored-log";

const restoreLog = async (repository: Repository, chain: string, first: string, folder: string): Promise<void> => {
  const prefix = segmentName(chain, "");
  for await (const { name } of repository.list(prefix)) {
    const segment = name.slice(prefix.length);
    if (segment < first && !segment.endsWith(".history")) continue;
    await pipeline(decompressed(repository.get(name)), createWriteStream(join(folder, segment), { mode: 0o600 }));
  }
};

const restoreRows = async (config: Config, repository: Repository, manifest: Manifest): Promise<void> => {
  const { DATABASE_URL: url } = config;
  if (url !== undefined) return loadRows({ connectionString: url }, config, repository, manifest);
  const server = await startEmbeddedServer({ folder: join(config.DATA_DIR, "postgres"), binDir: config.PG_BIN_DIR });
  try {
    await createDatabaseOnce(server.connection);
    await loadRows({ ...server.connection, database: databaseName }, config, repository, manifest);
  } finally {
    await server.stop();
  }
};

const loadRows = async (
  connection: ClientConfig,
  config: Config,
  repository: Repository,
  manifest: Manifest,
): Promise<void> => {
  const { database } = manifest;
  if (database.kind !== "rows") return;
  const client = new Client(connection);
  await client.connect();
  try {
    await requireEmpty(client);
    await createTables(config, connection, database.migrations);
    await useStandardFormats(client);
    await suspendRules(client);
    const tables = new Map((await readTables(client)).map((table) => [table.name, table]));
    for (const table of tables.values()) await client.query(`truncate ${table.name}`);
    for await (const entry of entries(repository, manifest)) {
      if (!entry.path.startsWith(rowsFolder)) {
        await extract(config.DATA_DIR, entry);
        continue;
      }
      const name = entry.path.slice(rowsFolder.length);
      const table = tables.get(name);
      if (!table) throw new Error(`The backup has rows of ${name}, which this version of Freehold doesn't create.`);
      await copyIn(client, table, Readable.from(entry.content, { objectMode: false }));
    }
    for (const statement of database.sequences) await client.query(statement);
    await restoreRules(client, { validate: true });
    await validateRules(client);
  } finally {
    await client.end();
  }
};

/** Throws unless the database has no tables. */
export const requireEmpty = async (client: Client): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(
    "select schemaname || '.' || tablename as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema') limit 1",
  );
  if (rows[0]) throw new Error(`The database is not empty: it has the table ${rows[0].name}. Use an empty database.`);
};

/** Creates the instance's tables, those of its modules and those of its job queues, in an empty database. */
export const createTables = async (
  config: Pick<Config, "FREEHOLD_MODULES">,
  connection: ClientConfig,
  migrations: readonly string[],
): Promise<void> => {
  const installed = await loadModules(config.FREEHOLD_MODULES);
  const log = pino({ level: "silent" });
  const limits = { connections: 2, statementMs: 0, lockMs: 0, idleInTransactionMs: 0 };
  const database = connectDatabase(connection, log, limits);
  try {
    await migrate(database.db, migrations, installed.migrations);
    const jobs = await openJobs(database, log);
    await jobs.close();
  } finally {
    await database.close();
  }
};
