/**
 * Vitest global setup: one embedded database server for the whole run. It starts on the first request, so that runs
 * without a database don't wait for it.
 */
import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import type { TestProject } from "vitest/node";
import { indexPassages } from "../../../src/cloud/ai/assistant/index-passages.ts";
import { connectDatabase } from "../../../src/cloud/engines/database/connect.ts";
import {
  startEmbeddedServer,
  type EmbeddedServer,
} from "../../../src/cloud/engines/database/embedded/embedded-server.ts";
import { migrate } from "../../../src/cloud/engines/database/migrate.ts";
import "../../../scripts/lib/end-with-parent.mjs";

declare module "vitest" {
  interface ProvidedContext {
    /** Socket that returns the connection of the run's database server, as JSON. */
    databaseServer: string;
  }
}

export const templateName = "template_migrated";

const folderPrefix = "freehold-test-";

let shared: { socket: string; close(): Promise<void> } | undefined;

export default function setup(project: TestProject): () => Promise<void> {
  shared ??= offerServer();
  project.provide("databaseServer", shared.socket);
  const { close } = shared;
  return close;
}

const offerServer = (): { socket: string; close(): Promise<void> } => {
  removeLeftovers();
  const folder = mkdtempSync(join(tmpdir(), `${folderPrefix}${process.pid}-`));
  chmodSync(folder, 0o711);
  const socket = join(folder, "offer");
  let started: Promise<EmbeddedServer> | undefined;
  const listener = createServer((client) => {
    client.on("error", () => undefined);
    started ??= startServer(join(folder, "postgres"));
    started.then(
      (server) => client.end(JSON.stringify(server.connection)),
      (error: unknown) => client.end(JSON.stringify({ error: String(error) })),
    );
  }).listen(socket);
  const close = async (): Promise<void> => {
    await closed(listener);
    await (await started?.catch(() => undefined))?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { socket, close };
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
  const settings = { fsync: "off", max_connections: "500", shared_buffers: "128MB" };
  const server = await startEmbeddedServer({ folder, settings });
  const admin = connectDatabase({ ...server.connection, database: "postgres" }, pino({ level: "silent" }));
  await admin.pool.query(`create database ${templateName}`);
  await admin.close();
  const template = connectDatabase({ ...server.connection, database: templateName }, pino({ level: "silent" }));
  await migrate(template.db);
  await indexPassages(template.db, join(import.meta.dirname, "../../../docs"));
  await template.close();
  return server;
};

const closed = (listener: Server): Promise<void> => new Promise((resolve) => listener.close(() => resolve()));
