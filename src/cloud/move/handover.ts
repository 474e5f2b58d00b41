/**
 * Passes a data folder from the running server to a move and back. The move takes the handover lock and sends SIGUSR2; the server closes,
 * releases the folder, and starts again once the lock is free, with the settings of that moment. The system frees the lock if the move is
 * killed, so the server never waits for a dead one.
 */
import { existsSync, readFileSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseEnv } from "node:util";
import { readConfig, type Config } from "../config.ts";
import { syncFolder } from "../engines/blocks/store/disk-store.ts";
import {
  isHandedOver,
  lockDataFolder,
  lockHandover,
  ownerOf,
  type InstanceLock,
} from "../engines/disk/instance-lock.ts";

const pollMs = 50;
/** Besides the server's own time for transfers. */
const stopPatienceMs = 60_000;
const startPatienceMs = 300_000;

/** The settings that a move wrote, below the environment and `.env`. */
export const movedSettingsOf = (dataDir: string): string => join(dataDir, "moved.env");

/** Reads the settings from the environment, and those of a move from DATA_DIR. */
export const readInstanceConfig = (environment: NodeJS.ProcessEnv = process.env): Config => {
  const config = readConfig(environment);
  const path = movedSettingsOf(config.DATA_DIR);
  if (!existsSync(path)) return config;
  return readConfig({ ...parseEnv(readFileSync(path, "utf8")), ...environment });
};

/** Writes a private file atomically and durably. */
export const writePrivate = async (folder: string, name: string, text: string): Promise<void> => {
  const path = join(folder, name);
  const handle = await open(`${path}.tmp`, "w", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${path}.tmp`, path);
  await syncFolder(folder);
};

/** Resolves once no move holds the data folder. */
export const untilHandedBack = async (dataDir: string): Promise<void> => {
  while (await isHandedOver(dataDir)) await delay(pollMs);
};

/**
 * Runs `work` while the server is stopped and the data folder belongs to this process. Then the server starts again. Returns the seconds
 * without a server, 0 if none was running.
 */
export const withHandover = async (config: Config, work: () => Promise<void>): Promise<number> => {
  const { DATA_DIR: dataDir } = config;
  const handover = await lockHandover(dataDir);
  if (!handover) throw new Error("Another move is running. Wait for its end.");
  let owner = await ownerOf(dataDir);
  let startedAt = performance.now();
  try {
    // A server that is still starting does not listen to signals yet.
    for (
      const deadline = Date.now() + startPatienceMs;
      owner && !owner.url && Date.now() < deadline;
      await delay(pollMs)
    )
      owner = await ownerOf(dataDir);
    startedAt = performance.now();
    if (owner) signal(owner);
    const patienceMs = (config.ANNOUNCE_SECONDS + config.DRAIN_SECONDS) * 1000 + stopPatienceMs;
    const lock = await lockWithin(dataDir, patienceMs);
    try {
      await work();
    } finally {
      await lock.release();
    }
  } finally {
    await handover.release();
  }
  if (!owner) return 0;
  const deadline = Date.now() + startPatienceMs;
  while (!(await ownerOf(dataDir))?.url) {
    if (Date.now() > deadline)
      throw new Error("The server did not start again. See DATA_DIR/logs/cloud.log, then start it.");
    await delay(pollMs);
  }
  return (performance.now() - startedAt) / 1000;
};

/** Throws if the running server can't restart for a move. */
export const requireRestartable = async (dataDir: string): Promise<void> => {
  const owner = await ownerOf(dataDir);
  if (owner && !owner.canRestart)
    throw new Error(
      "The process that uses DATA_DIR can't restart for a move: it runs an earlier version, or is another command. Restart it first.",
    );
};

const signal = ({ pid, canRestart }: { readonly pid?: number; readonly canRestart?: boolean }): void => {
  if (pid === undefined || !canRestart) throw new Error("The process that uses DATA_DIR can't restart for a move.");
  process.kill(pid, "SIGUSR2");
};

const lockWithin = async (dataDir: string, patienceMs: number): Promise<InstanceLock> => {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    try {
      return await lockDataFolder(dataDir);
    } catch (error) {
      if (Date.now() > deadline)
        throw new Error("The server did not stop in time. Nothing was switched. Try again.", { cause: error });
      await delay(pollMs);
    }
  }
};
