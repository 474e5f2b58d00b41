/**
 * Vitest global setup: one embedded database server for the whole run, and one database for processes that start their
 * own server. Each is made on the first request, so that runs without a database don't wait for it.
 */
import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import type { TestProject } from "vitest/node";
import { indexPassages } from "../../../src/cloud/ai/assistant/index-passages.ts";
import { connectDatabase } from "../../../src/cloud/engines/database/connect.ts";
import type { Database } from "../../../src/cloud/engines/database/database.ts";
import {
  startEmbeddedServer,
  type EmbeddedServer,
} from "../../../src/cloud/engines/database/embedded/embedded-server.ts";
import { migrate } from "../../../src/cloud/engines/database/migrate.ts";
import { openDatabase } from "../../../src/cloud/engines/database/open.ts";
import { openJobs } from "../../../src/cloud/engines/jobs/open.ts";
import "../../../scripts/lib/end-with-parent.mjs";

declare module "vitest" {
  interface ProvidedContext {
    /** Socket that returns the connection of the run's database server, as JSON. */
    databaseServer: string;
    /** Socket that returns the `folder` of an embedded server's stopped and migrated database, to be copied, as JSON. */
    preparedDatabase: string;
  }
}

export const templateName = "template_migrated";

const folderPrefix = "freehold-test-";

interface Shared {
  readonly server: Offer<EmbeddedServer>;
  readonly prepared: Offer<string>;
  close(): Promise<void>;
}

let shared: Shared | undefined;

export default function setup(project: TestProject): () => Promise<void> {
  shared ??= offerDatabases();
  project.provide("databaseServer", shared.server.socket);
  project.provide("preparedDatabase", shared.prepared.socket);
  const { close } = shared;
  return close;
}

const offerDatabases = (): Shared => {
  removeLeftovers();
  const folder = mkdtempSync(join(tmpdir(), `${folderPrefix}${process.pid}-`));
  chmodSync(folder, 0o711);
  const server = offer(
    join(folder, "offer"),
    () => startServer(join(folder, "postgres")),
    ({ connection }) => connection,
  );
  const prepared = offer(
    join(folder, "offer-prepared"),
    () => prepareDatabase(join(folder, "prepared")),
    (path) => ({ folder: path }),
  );
  const close = async (): Promise<void> => {
    await Promise.all([server.close(), prepared.close()]);
    await (await server.started()?.catch(() => undefined))?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { server, prepared, close };
};

interface Offer<T> {
  readonly socket: string;
  /** Undefined until the first request. */
  started(): Promise<T> | undefined;
  close(): Promise<void>;
}

/** Answers each connection to a socket with what `start` resolves to, which the first one starts. */
const offer = <T>(socket: string, start: () => Promise<T>, show: (value: T) => object): Offer<T> => {
  let started: Promise<T> | undefined;
  const listener = createServer((client) => {
    client.on("error", () => undefined);
    started ??= start();
    started.then(
      (value) => client.end(JSON.stringify(show(value))),
      (error: unknown) => client.end(JSON.stringify({ error: String(error) })),
    );
  }).listen(socket);
  return {
    socket,
    started: () => started,
    close: async () => {
      await closed(listener);
      await started?.catch(() => undefined);
    },
  };
};

/** Removes files of killed runs, which couldn't clean up after themselves. */
const removeLeftovers = (): void => {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(folderPrefix))) {
    const pid = Number.parseInt(name.slice(folderPrefix.length), 10);
    if (!isAlive(pid)) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
};

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};

const startServer = async (folder: string): Promise<EmbeddedServer> => {
  // Test databases need not survive a power failure.
  const settings = {
    fsync: "off",
    full_page_writes: "off",
    synchronous_commit: "off",
    max_connections: "500",
    shared_buffers: "128MB",
    // Each database would be visited every minute, by a separate process.
    autovacuum: "off",
  };
  const server = await startEmbeddedServer({ folder, settings });
  const admin = connectDatabase({ ...server.connection, database: "postgres" }, pino({ level: "silent" }));
  await admin.pool.query(`create database ${templateName}`);
  await admin.close();
  const template = connectDatabase({ ...server.connection, database: templateName }, pino({ level: "silent" }));
  await migrate(template.db);
  await indexPassages(template.db, join(import.meta.dirname, "../../../docs"));
  await createQueueTables(template);
  await template.close();
  return server;
};

/** Creates what a first start would create, once instead of for each process that a test starts. */
const prepareDatabase = async (folder: string): Promise<string> => {
  const settings = { DATA_DIR: folder, DATABASE_URL: undefined, PG_BIN_DIR: process.env.PG_BIN_DIR };
  const database = await openDatabase(settings, pino({ level: "silent" }));
  await createQueueTables(database);
  await database.close();
  return join(folder, "postgres");
};

const createQueueTables = async (database: Database): Promise<void> => {
  const jobs = await openJobs(database, pino({ level: "silent" }));
  await jobs.close();
};

const closed = (listener: Server): Promise<void> => new Promise((resolve) => listener.close(() => resolve()));
