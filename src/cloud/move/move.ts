/**
 * Moves an instance from its embedded database and its files to PostgreSQL and S3, while it runs:
 *
 *   1. Triggers record which rows change. Tables and blobs are copied, then the recorded changes, until few are left.
 *   2. The server stops for the rest: the last changes and blobs, the comparison of both sides, the new settings.
 *   3. It starts with the new settings. The old side stays as it was, and triggers record changes of the new one, so the move can be
 *      reverted the same way, without losing what was written since.
 *
 * Each step can be repeated, so a move that was killed continues when it is started again. The file with the new settings is the switch:
 * before it is written, the instance is on the old side.
 */
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { Client, escapeLiteral, type ClientConfig } from "pg";
import * as z from "zod";
import { withDatabase } from "../backup/with-database.ts";
import { createTables, requireEmpty } from "../backup/restore.ts";
import type { Config } from "../config.ts";
import { diskStore } from "../engines/blocks/store/disk-store.ts";
import { s3Store } from "../engines/blocks/store/s3-store.ts";
import type { BlobStore } from "../engines/blocks/store/blob-store.ts";
import {
  copyRows,
  readTables,
  restoreRules,
  sequenceValues,
  sumOf,
  suspendRules,
  useStandardFormats,
  validateRules,
  type Table,
} from "../engines/database/copy/tables.ts";
import { startEmbeddedServer } from "../engines/database/embedded/embedded-server.ts";
import { databaseName } from "../engines/database/open.ts";
import { keyFileOf } from "../kernel/secret-box.ts";
import { bucketAt } from "../operator/backups/repository.ts";
import { addLog, applyChanges, countChanges, removeLog, startLog } from "./changes.ts";
import { copyBlobs, copyStaged, readVerified, type BlobCopy } from "./copy-blobs.ts";
import { movedSettingsOf, requireRestartable, withHandover, writePrivate } from "./handover.ts";

const bucketSchema = z.object({
  endpoint: z.string(),
  bucket: z.string(),
  accessKey: z.string(),
  secretKey: z.string(),
});
const planSchema = z.object({ id: z.string(), databaseUrl: z.string(), s3: z.optional(bucketSchema) });

/** Where the instance moves. Without `s3`, blobs stay where they are. */
export type Plan = z.infer<typeof planSchema>;

export interface MoveResult {
  readonly tables: number;
  readonly rows: number;
  readonly blobs: number;
  /** Seconds from the request to stop until the server was ready again; 0 if none was running. */
  readonly interruption: number;
}

export type Report = (text: string) => void;

const planFile = "move.json";
const verifiedFile = "move-verified";
/** When fewer changes are left, the server stops for them. */
const fewChanges = 500;
const passesMax = 10;
/** Advisory lock in the new database of a move that prepares it. */
const targetLockKey = 1_870_512_204;

/** Reads the move in progress; undefined without one. */
export const readPlan = ({ DATA_DIR }: Pick<Config, "DATA_DIR">): Plan | undefined => {
  const path = join(DATA_DIR, planFile);
  return existsSync(path) ? planSchema.parse(JSON.parse(readFileSync(path, "utf8"))) : undefined;
};

/** Whether the instance runs on the new side. */
export const isSwitched = ({ DATA_DIR }: Pick<Config, "DATA_DIR">): boolean => existsSync(movedSettingsOf(DATA_DIR));

/** Moves, or continues a move to the same place. Throws if another one is in progress. */
export const move = async (config: Config, wish: Omit<Plan, "id">, report: Report): Promise<MoveResult> => {
  const { DATA_DIR: dataDir } = config;
  if (isSwitched(config))
    throw new Error("The instance has already moved. Keep it with --confirm, or go back with --revert.");
  if (config.DATABASE_URL)
    throw new Error("Only an instance with an embedded database can move, but DATABASE_URL is set.");
  if (wish.s3 && config.S3_ENDPOINT) throw new Error("The blobs are already in an S3 bucket. Omit --s3.");
  const before = readPlan(config);
  if (
    before &&
    (before.databaseUrl !== wish.databaseUrl ||
      before.s3?.endpoint !== wish.s3?.endpoint ||
      before.s3?.bucket !== wish.s3?.bucket)
  )
    throw new Error(
      "Another move is in progress. Continue it with the same --database and --s3, or end it with --revert.",
    );
  await requireRestartable(dataDir);
  const plan: Plan = { id: before?.id ?? randomUUID(), ...wish };
  await writePrivate(dataDir, planFile, JSON.stringify(plan, null, 2));

  await withDatabase(config, (source) =>
    withClients(source, { connectionString: plan.databaseUrl }, async (from, to) => {
      const id = await instanceIdOf(from);
      if (plan.s3) await claimBucket(plan.s3, id);
      report("preparing both databases");
      await prepareTarget(config, plan, from, to);
      await addLog(from, { isOn: true });
      if (plan.s3) {
        const copy = await blobCopy(config, plan.s3);
        report("blobs");
        await copyBlobs(copy, { report: progress(report) });
        await copyStaged(dataDir, stagedStore(plan.s3), "out");
      }
      report("tables");
      await copyTables(from, to);
      await catchUp(from, to, report);
      if (plan.s3) await copyBlobs(await blobCopy(config, plan.s3), { isRepeated: true });
    }),
  );

  report("switching");
  let result: Omit<MoveResult, "interruption"> | undefined;
  const interruption = await withHandover(config, () =>
    withEmbedded(config, (source) =>
      withClients(source, { connectionString: plan.databaseUrl }, async (from, to) => {
        report("copying the last changes");
        await finishCopy(from, to);
        const blobs = plan.s3 ? await finishBlobs(config, plan.s3, from) : 0;
        report("comparing both sides");
        const sums = await compare(from, to);
        await restoreRules(to, { validate: false });
        await startLog(to);
        await writePrivate(dataDir, movedFile, settingsText(config, plan));
        result = { ...sums, blobs };
      }),
    ),
  );
  report("checking foreign keys");
  await withClient({ connectionString: plan.databaseUrl }, validateRules);
  return { ...result!, interruption };
};

/**
 * Goes back: before the switch by removing the change log, after it by copying what was written since, like a move. The new side keeps its
 * rows and blobs.
 */
export const revert = async (config: Config, report: Report): Promise<MoveResult | undefined> => {
  const { DATA_DIR: dataDir } = config;
  const plan = requirePlan(config);
  if (!isSwitched(config)) {
    await withDatabase(config, (source) => withClient(source, removeLog));
    await forget(dataDir);
    return undefined;
  }
  await requireRestartable(dataDir);
  const old = { ...config, DATABASE_URL: undefined, S3_ENDPOINT: undefined };
  if (plan.s3) {
    report("blobs");
    await copyBlobs(await blobCopy(old, plan.s3, "back"), { report: progress(report) });
  }
  report("switching");
  let result: Omit<MoveResult, "interruption"> | undefined;
  const interruption = await withHandover(config, () =>
    withEmbedded(old, (source) =>
      withClients({ connectionString: plan.databaseUrl }, source, async (from, to) => {
        await requireAlone(from);
        await removeLog(to);
        await suspendRules(to);
        report("copying the last changes");
        await finishCopy(from, to);
        const blobs = plan.s3 ? await finishBlobs(old, plan.s3, from, "back") : 0;
        report("comparing both sides");
        const sums = await compare(from, to);
        await restoreRules(to, { validate: true });
        await validateRules(to);
        await rm(movedSettingsOf(dataDir));
        result = { ...sums, blobs };
      }),
    ),
  );
  await withClient({ connectionString: plan.databaseUrl }, removeLog);
  await forget(dataDir);
  return { ...result!, interruption };
};

/** Ends the possibility to revert. Renames the old database, so that no start can use it by mistake. Returns the settings to keep. */
export const confirm = async (config: Config): Promise<{ readonly settings: string; readonly oldDatabase: string }> => {
  const { DATA_DIR: dataDir } = config;
  const plan = requirePlan(config);
  if (!isSwitched(config)) throw new Error("The instance has not moved yet. Continue with --database and --s3.");
  await withClient({ connectionString: plan.databaseUrl }, async (client) => {
    await validateRules(client);
    await removeLog(client);
  });
  const [old, kept] = [join(dataDir, "postgres"), join(dataDir, "postgres-before-move")];
  if (existsSync(old)) await rename(old, kept);
  await forget(dataDir);
  return { settings: movedSettingsOf(dataDir), oldDatabase: kept };
};

const movedFile = "moved.env";

const requirePlan = (config: Config): Plan => {
  const plan = readPlan(config);
  if (!plan) throw new Error("No move is in progress.");
  return plan;
};

const forget = async (dataDir: string): Promise<void> => {
  for (const name of [planFile, verifiedFile]) await rm(join(dataDir, name), { force: true });
};

const settingsText = (config: Config, { databaseUrl, s3 }: Plan): string => {
  const secret = config.SECRET_KEY ?? readFileSync(keyFileOf(config.DATA_DIR), "utf8").trim();
  const settings = {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: secret,
    ...(s3 && {
      S3_ENDPOINT: s3.endpoint,
      S3_BUCKET: s3.bucket,
      S3_ACCESS_KEY: s3.accessKey,
      S3_SECRET_KEY: s3.secretKey,
    }),
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}='${value}'\n`);
  return `# Written by a move. Settings of the environment and .env take precedence.\n${lines.join("")}`;
};

const withClient = async <T>(connection: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client(connection);
  // A lost connection rejects the query that is running.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await useStandardFormats(client);
    return await work(client);
  } finally {
    await client.end();
  }
};

const withClients = <T>(
  source: ClientConfig,
  target: ClientConfig,
  work: (from: Client, to: Client) => Promise<T>,
): Promise<T> => withClient(source, (from) => withClient(target, (to) => work(from, to)));

/** Runs the embedded server while this process owns the data folder. */
const withEmbedded = async (config: Config, work: (source: ClientConfig) => Promise<void>): Promise<void> => {
  const server = await startEmbeddedServer({ folder: join(config.DATA_DIR, "postgres"), binDir: config.PG_BIN_DIR });
  try {
    await work({ ...server.connection, database: databaseName });
  } finally {
    await server.stop();
  }
};

const instanceIdOf = async (client: Client): Promise<string> =>
  (await client.query<{ id: string }>("select id from instance")).rows[0]!.id;

const claimBucket = async (s3: NonNullable<Plan["s3"]>, id: string): Promise<void> => {
  const store = s3Store(s3);
  const owner = await store.owner();
  if (owner === id) return;
  if (owner !== undefined)
    throw new Error(`${store.label} belongs to another instance (${owner}). Use an empty bucket.`);
  for await (const _ of store.all()) throw new Error(`${store.label} contains blobs. Use an empty bucket.`);
  await store.claim(id);
};

const stagedStore = (s3: NonNullable<Plan["s3"]>): BlobStore => s3Store({ ...s3, prefix: "staged/" });

const blobCopy = async (
  { DATA_DIR: dataDir }: Config,
  s3: NonNullable<Plan["s3"]>,
  direction: "out" | "back" = "out",
): Promise<BlobCopy> => {
  const [disk, bucket] = [await diskStore(dataDir), s3Store(s3)];
  // What was equal on both sides when it moved is so on the way back.
  const verified = join(dataDir, verifiedFile);
  return direction === "back"
    ? { from: bucket, to: disk, dataDir, verifiedFile: verified }
    : {
        from: disk,
        to: bucket,
        dataDir,
        pathOf: (id) => join(dataDir, "blobs", id),
        verifiedFile: verified,
      };
};

/** Creates the tables in the empty target, and marks it as that of this move. */
const prepareTarget = async (config: Config, { id, databaseUrl }: Plan, from: Client, to: Client): Promise<void> => {
  // The last statement of a killed move may still run.
  await to.query("select pg_advisory_lock($1)", [targetLockKey]);
  const { rows } = await to.query<{ marked: boolean }>(
    "select to_regclass('freehold_copy.move') is not null as marked",
  );
  if (!rows[0]!.marked) {
    await requireEmpty(to);
    // One query is one transaction: a kill leaves all of it or nothing.
    await to.query(`
      create schema freehold_copy;
      create table freehold_copy.copied (tab text primary key);
      create table freehold_copy.move as select ${escapeLiteral(id)}::text as id`);
  }
  const mark = await to.query<{ id: string }>("select id from freehold_copy.move");
  if (mark.rows[0]?.id !== id) throw new Error("The database is used by another move. Use an empty one.");
  const { rows: copied } = await to.query("select from freehold_copy.copied limit 1");
  // The job queues write to their tables when they are opened, so not after rows are copied.
  if (copied.length === 0) {
    const applied = await from.query<{ name: string }>("select name from kysely_migration");
    await createTables(
      config,
      { connectionString: databaseUrl },
      applied.rows.map(({ name }) => name),
    );
  }
  const [ours, theirs] = [await readTables(from), await readTables(to)];
  const shape = ({ name, columns }: Table): string => `${name} (${columns.join(", ")})`;
  const existing = new Set(theirs.map(shape));
  const missing = ours.find((table) => !existing.has(shape(table)));
  if (missing)
    throw new Error(
      `This version of Freehold doesn't create the table ${shape(missing)}, which the instance has. Move with the version that runs it.`,
    );
  await suspendRules(to);
  await addLog(to, { isOn: false });
};

/** Copies each table that is not yet copied, in a separate transaction. */
const copyTables = async (from: Client, to: Client): Promise<void> => {
  const { rows } = await to.query<{ tab: string }>("select tab from freehold_copy.copied");
  const done = new Set(rows.map(({ tab }) => tab));
  for (const table of await readTables(from)) {
    if (done.has(table.name)) continue;
    await to.query("begin");
    try {
      await to.query(`truncate ${table.name}`);
      await copyRows(from, to, table);
      await to.query("insert into freehold_copy.copied values ($1)", [table.name]);
      await to.query("commit");
    } catch (error) {
      await to.query("rollback").catch(() => undefined);
      throw error;
    }
  }
};

const catchUp = async (from: Client, to: Client, report: Report): Promise<void> => {
  for (let pass = 1; pass <= passesMax; pass += 1) {
    const changes = await applyChanges(from, to);
    report(`${changes} changed rows`);
    if ((await countChanges(from)) < fewChanges) return;
  }
};

/** Copies what is left once nobody writes. */
const finishCopy = async (from: Client, to: Client): Promise<void> => {
  await applyChanges(from, to);
  for (const statement of await sequenceValues(from)) await to.query(statement);
};

/** Copies the last blobs. Returns the number of those that the database lists; throws if one has no copy. */
const finishBlobs = async (
  config: Config,
  s3: NonNullable<Plan["s3"]>,
  from: Client,
  direction: "out" | "back" = "out",
): Promise<number> => {
  const copy = await blobCopy(config, s3, direction);
  await copyBlobs(copy, { isRepeated: true });
  await copyStaged(config.DATA_DIR, stagedStore(s3), direction);
  const verified = await readVerified(copy);
  const { rows } = await from.query<{ id: string }>(
    `select id from blob where exists (select from block where blob_id = blob.id and bytes is null)
     union all select blob_id from git_pack`,
  );
  const missing = rows.find(({ id }) => !verified.has(id));
  if (missing)
    throw new Error(`Blob ${missing.id} is missing in ${copy.from.label}. Run npm run verify, then try again.`);
  return rows.length;
};

/** Compares the number of rows and their hashes, table by table. */
const compare = async (from: Client, to: Client): Promise<{ readonly tables: number; readonly rows: number }> => {
  const tables = await readTables(from);
  let rows = 0;
  for (const table of tables) {
    const [ours, theirs] = await Promise.all([sumOf(from, table), sumOf(to, table)]);
    if (ours.rows !== theirs.rows || ours.hash !== theirs.hash)
      throw new Error(`The copy of ${table.name} differs: ${theirs.rows} of ${ours.rows} rows. Nothing was switched.`);
    rows += ours.rows;
  }
  return { tables: tables.length, rows };
};

/** Throws while another process of the instance uses the database. */
const requireAlone = async (client: Client): Promise<void> => {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int4 as count from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and usename = current_user and pid <> pg_backend_pid()`,
  );
  if (rows[0]!.count > 0) throw new Error("Other processes use the database. Stop them, then revert.");
};

const progressMs = 5000;

const progress = (report: Report) => {
  let reportedAt = Date.now();
  return ({ blobs, bytes }: { readonly blobs: number; readonly bytes: number }): void => {
    if (Date.now() - reportedAt < progressMs) return;
    reportedAt = Date.now();
    report(`${blobs} blobs, ${bytes} bytes`);
  };
};

/** Reads the plan's bucket from the command line and the environment. */
export const bucketFrom = (url: string, config: Config): NonNullable<Plan["s3"]> => {
  const { S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = config;
  if (!accessKey || !secretKey) throw new Error("Set S3_ACCESS_KEY and S3_SECRET_KEY to the keys of the bucket.");
  return { ...bucketAt(url), accessKey, secretKey };
};
