/** Build workers: as processes that tests kill, as rows, and what they have below a data directory. */
import { spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { onTestFinished } from "vitest";
import type { Taker } from "../../../src/cloud/hosting/deployments/builds/queue.ts";
import type { Db } from "../../../src/cloud/engines/database/database.ts";
import { roomyHeap } from "../run-environment.ts";
import type { TestHosting } from "./hosting.ts";

/** Starts a worker process on the data and database of `cloud`; killed when the test ends. */
export const startWorker = (
  cloud: Pick<TestHosting, "config">,
  settings: Record<string, string> = {},
): ChildProcess => {
  const { DATA_DIR, DATABASE_URL } = cloud.config;
  const env = { ...process.env, DATA_DIR, DATABASE_URL, ...settings };
  const child = spawn(process.execPath, [...roomyHeap, join(import.meta.dirname, "build-worker.ts")], {
    env,
    stdio: "inherit",
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
};

/** Kills a worker as a crash of its machine does. */
export const killWorker = async (child: ChildProcess): Promise<void> => {
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
};

/** Returns the folders of running workers, and of dead ones that are kept. */
export const workerFolders = async (dataDir: string): Promise<string[]> => {
  const names = await readdir(join(dataDir, "workers")).catch(() => []);
  return names.filter((name) => !name.startsWith(".")).map((name) => join(dataDir, "workers", name));
};

/** Returns the paths of the folders in which builds run. */
export const buildFolders = (dataDir: string): Promise<string[]> => below(dataDir, "builds");

/** Returns the paths of the package caches of projects. */
export const packageCaches = (dataDir: string): Promise<string[]> => below(dataDir, "build-cache");

const below = async (dataDir: string, name: string): Promise<string[]> => {
  const folders = (await workerFolders(dataDir)).map((folder) => join(folder, name));
  const entries = folders.map(async (folder) =>
    (await readdir(folder).catch(() => [])).map((entry) => join(folder, entry)),
  );
  return (await Promise.all(entries)).flat();
};

/** Records a running worker without a process, which can claim. */
export const recordWorker = async (db: Db, holder: string, tags: readonly string[] = []): Promise<Taker> => {
  await db
    .insertInto("worker")
    .values({
      folder: randomUUID(),
      holder,
      name: holder,
      tags: [...tags],
      lease_until: sql<Date>`now() + interval '1 h'`,
    })
    .execute();
  return { holder, tags };
};

/** Ends the lease of a worker, as its silence would. */
export const endLease = async (db: Db, holder: string): Promise<void> => {
  await db
    .updateTable("worker")
    .set({ lease_until: sql<Date>`now()` })
    .where("holder", "=", holder)
    .execute();
};
