/**
 * Creates an encrypted backup of a running instance, in this order:
 *
 *   1. A lock in the database defers the deletion of blobs until the backup is done.
 *   2. The database: the files of the embedded server, or the rows of an external one.
 *   3. Repositories and keys, in the same archive.
 *   4. The blobs that no earlier backup has. Blobs never change.
 *   5. The manifest: without it, the rest is not a backup.
 */
import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Client, type ClientConfig } from "pg";
import type { Config } from "../../config.ts";
import { BlobMissing, type BlobStore } from "../../engines/blocks/store/blob-store.ts";
import { openStore } from "../../engines/blocks/open.ts";
import { backupLockKey } from "../../engines/database/backup-lock.ts";
import { copyOut, readTables, sequenceValues, useStandardFormats } from "../../engines/database/copy/tables.ts";
import { archiveOf, type FileSink } from "./archive.ts";
import { copyDatabase, copyRepositories, repositoryDirectories } from "./copy-data.ts";
import {
  archiveName,
  blobName,
  readManifests,
  removeManifest,
  segmentName,
  writeManifest,
  type Manifest,
} from "./manifest.ts";
import { compressed, openRepository, type Repository } from "./repository.ts";
import { currentChain, startChain } from "./write-ahead-log.ts";

export interface BackupDeps {
  readonly config: Config;
  readonly connection: ClientConfig;
  readonly signal?: AbortSignal | undefined;
  readonly report?: (text: string) => void;
}

export interface BackupSummary {
  readonly name: string;
  readonly label: string;
  readonly blobs: number;
  readonly newBlobs: number;
  readonly newBytes: number;
  readonly totalBytes: number;
}

const puts = 4;
const dayMs = 86_400_000;
/** Clocks of this machine and the repository may differ. */
const skewMs = 3_600_000;

/** Creates a backup at BACKUP_TO, deletes those older than BACKUP_KEEP_DAYS, and records both in the database. */
export const createBackup = async (deps: BackupDeps): Promise<BackupSummary> => {
  const { config, connection } = deps;
  const client = new Client(connection);
  client.on("error", () => undefined);
  await client.connect();
  const name = `${new Date().toISOString().slice(0, 19).replaceAll(":", "-")}Z-${randomUUID().slice(0, 8)}`;
  try {
    await client.query("insert into backup (name) values ($1)", [name]);
    try {
      const summary = await backUp(deps, client, name);
      const { blobs, newBytes, totalBytes } = summary;
      await client.query(
        "update backup set ended_at = now(), blobs = $2, new_bytes = $3, total_bytes = $4 where name = $1",
        [name, blobs, newBytes, totalBytes],
      );
      await client.query("delete from backup where started_at < now() - make_interval(secs => $1)", [
        Math.max(config.BACKUP_KEEP_DAYS, 90) * (dayMs / 1000),
      ]);
      return summary;
    } catch (error) {
      await client
        .query("update backup set ended_at = now(), error = $2 where name = $1", [name, String(error)])
        .catch(() => undefined);
      throw error;
    }
  } finally {
    await client.end();
  }
};

const backUp = async (deps: BackupDeps, client: Client, name: string): Promise<BackupSummary> => {
  const { config, signal, report } = deps;
  const startedAt = new Date();
  const repository = await openRepository(config, { isNew: true });
  await client.query("select pg_advisory_lock($1)", [backupLockKey]);
  const { rows } = await client.query<{ id: string }>("select id from instance");
  const instanceId = rows[0]!.id;
  await repository.claim(instanceId);
  const earlier = await readManifests(repository);

  report?.("database and repositories");
  const { database, stateAt, bytes } = await storeArchive(deps, client, repository, name);

  report?.("blobs");
  const store = await openStore(config);
  const known = new Map<string, Date>();
  for await (const { name: file, writtenAt } of repository.list(blobName(""))) known.set(file, writtenAt);
  const added = await storeBlobs(store, allIds(store), repository, known, signal);
  // Copied with the log since the last backup and deleted in between: needed to restore to a point in time before that.
  const since = (earlier.at(-1)?.startedAt.getTime() ?? Infinity) - skewMs;
  const inBetween = [...known].filter(([, writtenAt]) => writtenAt.getTime() > since).map(([file]) => file);
  const blobs = [...new Set([...added.ids, ...inBetween.map((file) => file.slice(blobName("").length))])];

  const current: Manifest = { format: 2, name, instanceId, startedAt, stateAt, database, blobs };
  const manifestBytes = await writeManifest(repository, current);
  await prune(repository, [...earlier, current], config.BACKUP_KEEP_DAYS);
  const { rows: sizes } = await client.query<{ bytes: string }>(
    "select coalesce(sum(size_bytes), 0)::text as bytes from blob",
  );
  return {
    name,
    label: repository.label,
    blobs: blobs.length,
    newBlobs: added.count,
    newBytes: bytes + manifestBytes + added.bytes,
    totalBytes: bytes + manifestBytes + Number(sizes[0]!.bytes),
  };
};

const storeArchive = async (
  { config, connection }: BackupDeps,
  client: Client,
  repository: Repository,
  name: string,
): Promise<Pick<Manifest, "database" | "stateAt"> & { readonly bytes: number }> => {
  const clones = join(config.DATA_DIR, "staging", `backup-${randomUUID()}`);
  let database: Manifest["database"] | undefined;
  let stateAt = new Date();
  try {
    const fill = async (sink: FileSink): Promise<void> => {
      const directories = await repositoryDirectories(client);
      if (config.DATABASE_URL) {
        database = await addRows(connection, sink);
      } else {
        const chain =
          config.BACKUP_LOG_SECONDS > 0 ? ((await currentChain(client)) ?? (await startChain(client))) : undefined;
        const folder = join(config.DATA_DIR, "postgres");
        const firstSegment = await copyDatabase(client, join(folder, "data"), sink, "postgres/data");
        await sink.file(join(folder, "password"), "postgres/password");
        database = { kind: "files", firstSegment, ...(chain !== undefined && { chain }) };
        stateAt = new Date();
      }
      await mkdir(clones, { recursive: true });
      await copyRepositories(join(config.DATA_DIR, "git", "repositories"), join(clones, "repositories"), directories);
      await addFolder(clones, sink, "git");
      await addFolder(join(config.DATA_DIR, "denylists"), sink, "denylists");
      for (const file of ["secret-key", "instance"]) await sink.file(join(config.DATA_DIR, file), file);
    };
    const bytes = await repository.put(archiveName(name), compressed(archiveOf(fill)));
    return { database: database!, stateAt, bytes };
  } finally {
    await rm(clones, { recursive: true, force: true });
  }
};

/** Adds the rows of all tables, as one transaction sees them. */
const addRows = async (connection: ClientConfig, sink: FileSink): Promise<Manifest["database"]> => {
  const client = new Client(connection);
  await client.connect();
  try {
    await useStandardFormats(client);
    await client.query("begin isolation level repeatable read read only");
    for (const table of await readTables(client)) {
      await sink.write(`rows/${table.name}`, copyOut(client, table));
    }
    const { rows } = await client.query<{ name: string }>("select name from kysely_migration order by name");
    return { kind: "rows", migrations: rows.map(({ name }) => name), sequences: await sequenceValues(client) };
  } finally {
    await client.end();
  }
};

const addFolder = async (folder: string, sink: FileSink, path: string): Promise<void> => {
  if (!(await stat(folder).catch(() => undefined))?.isDirectory()) return;
  await sink.folder(path);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const [source, target] = [join(folder, entry.name), `${path}/${entry.name}`];
    if (entry.isDirectory()) await addFolder(source, sink, target);
    if (entry.isFile()) await sink.file(source, target);
  }
};

async function* allIds(store: BlobStore): AsyncGenerator<string> {
  for await (const { id } of store.all()) if (!/^\.?ping-/.test(id)) yield id;
}

/** Stores the blobs that are not `known` yet, and adds them there. Skips blobs that are deleted meanwhile. */
export const storeBlobs = async (
  store: BlobStore,
  wanted: AsyncIterable<string> | Iterable<string>,
  repository: Repository,
  known: Map<string, Date>,
  signal?: AbortSignal,
): Promise<{ readonly ids: readonly string[]; readonly count: number; readonly bytes: number }> => {
  const ids: string[] = [];
  let [count, bytes] = [0, 0];
  const one = async (id: string): Promise<void> => {
    const name = blobName(id);
    if (!known.has(name)) {
      const size = await store.size(id);
      if (size === undefined) return;
      try {
        const content = size === 0 ? [] : await store.stream(id, { start: 0, end: size - 1 });
        bytes += await repository.put(name, content);
      } catch (error) {
        if (error instanceof BlobMissing) return;
        throw error;
      }
      known.set(name, new Date());
      count += 1;
    }
    ids.push(id);
  };
  await eachOf(wanted, puts, async (id) => {
    signal?.throwIfAborted();
    await one(id);
  });
  return { ids, count, bytes };
};

/** Runs `work` for each item, several at once. */
export const eachOf = async <T>(
  items: AsyncIterable<T> | Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> => {
  const shared = (async function* () {
    yield* items;
  })();
  const run = async (): Promise<void> => {
    for (let next = await shared.next(); !next.done; next = await shared.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: atOnce }, run));
};

/**
 * Deletes backups older than the limit, except the last one before it: points in time within the limit need it. Then deletes the files
 * that no remaining backup needs.
 */
const prune = async (repository: Repository, all: readonly Manifest[], keepDays: number): Promise<void> => {
  const limit = Date.now() - keepDays * dayMs;
  const lastBefore = all.findLastIndex(({ stateAt }) => stateAt.getTime() < limit);
  if (lastBefore <= 0) return;
  const [old, kept] = [all.slice(0, lastBefore), all.slice(lastBefore)];
  for (const { name } of old) await removeManifest(repository, name);
  const newest = kept.at(-1)!.startedAt.getTime() - skewMs;
  const needed = new Set(kept.flatMap(({ name, blobs }) => [archiveName(name), ...blobs.map(blobName)]));
  for (const prefix of [archiveName(""), blobName("")])
    for await (const { name, writtenAt } of repository.list(prefix))
      if (!needed.has(name) && (prefix === archiveName("") || writtenAt.getTime() < newest))
        await repository.remove(name);
  const firstOf = new Map<string, string>();
  for (const { database } of kept.toReversed())
    if (database.kind === "files" && database.chain !== undefined)
      firstOf.set(database.chain, segmentName(database.chain, database.firstSegment));
  for await (const { name } of repository.list("wal-")) {
    const first = firstOf.get(name.split("-")[1] ?? "");
    // Names of timelines (.history) are kept with their chain.
    if (first === undefined || (name < first && !name.endsWith(".history"))) await repository.remove(name);
  }
};
