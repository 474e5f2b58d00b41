/**
 * Watches the room on the data folder's disk. When it gets short, new content is refused; when it is almost gone, a reserve file is given up,
 * so that database and log can go on and the server can start again.
 */
import { randomBytes } from "node:crypto";
import { existsSync, lstatSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import type { Config } from "../../config.ts";
import { isDiskFull } from "../blocks/disk-full.ts";

const reserveName = "reserve";
const lookEveryMs = 1000;
const MiB = 1024 * 1024;
/** What a start needs at most: some write-ahead log for the recovery. */
const startMiB = 64;

type DiskConfig = Pick<Config, "DATA_DIR" | "DISK_MIN_FREE_MB" | "DISK_RESERVE_MB">;

export interface Disk {
  freeBytes(): number;
  isLow(): boolean;
  /** Call before accepting content. Throws `DiskLow`. */
  requireRoom(): void;
  close(): Promise<void>;
}

/** Taken for a full disk by everything that asks for its code. */
export class DiskLow extends Error {
  readonly code = "ENOSPC";
  constructor(freeBytes: number) {
    super(`Only ${Math.floor(freeBytes / MiB)} MiB of disk space left.`);
    this.name = "DiskLow";
  }
}

/** Gives the reserve up when hardly anything else is left; to be called before anything is written at a start. */
export const releaseReserve = ({ DATA_DIR, DISK_RESERVE_MB }: DiskConfig): boolean => {
  const path = join(DATA_DIR, reserveName);
  if (!existsSync(path) || freeBytesOf(DATA_DIR) >= (DISK_RESERVE_MB * MiB) / 4) return false;
  rmSync(path, { force: true });
  return true;
};

/**
 * Returns what an operator can do about a start that failed for lack of room on the data directory's disk; undefined if it failed for another
 * reason, such as the full disk of another server.
 */
export const fullDiskAtStart = (error: unknown, { DATA_DIR: folder }: DiskConfig): Error | undefined => {
  const free = existsSync(folder) ? freeBytesOf(folder) : Infinity;
  const text = String(error);
  // Without any room the database can't even write why it ends.
  const isSilent = text.includes("PostgreSQL did not start") && free < MiB;
  const isFull = isSilent || isDiskFull(error) || text.includes("No space left on device");
  if (!isFull || free >= startMiB * MiB) return undefined;
  const sizes = removable.flatMap((name) => {
    const sizeMiB = Math.floor(bytesBelow(join(folder, name)) / MiB);
    return sizeMiB > 0 ? [`${name} (${sizeMiB} MiB)`] : [];
  });
  const inFolder = sizes.length > 0 ? ` You can delete these from the data directory: ${sizes.join(", ")}.` : "";
  return new Error(
    `The disk of the data directory ${folder} is full, and the reserve is used up. ` +
      `Free at least ${startMiB} MiB on this disk, then restart.${inFolder}`,
    { cause: error },
  );
};

/** What the server fetches or writes again, and old logs. The trash comes last: it is what a wrong database would be recovered from. */
const removable = ["build-cache", "builds", "tools", "mirrors", "logs/cloud.log.1", "trash"];

const bytesBelow = (path: string): number => {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return stats?.size ?? 0;
  return readdirSync(path).reduce((sum, name) => sum + bytesBelow(join(path, name)), 0);
};

export const openDisk = (config: DiskConfig, log: Logger): Disk => {
  const { DATA_DIR: folder } = config;
  const minFreeBytes = config.DISK_MIN_FREE_MB * MiB;
  const reserveBytes = config.DISK_RESERVE_MB * MiB;
  const path = join(folder, reserveName);
  let wasLow = false;
  let making: Promise<void> | undefined;

  const freeBytes = (): number => freeBytesOf(folder);
  const isLow = (): boolean => freeBytes() < minFreeBytes;

  const look = (): void => {
    if (releaseReserve(config)) log.error("The disk is full. The reserve was released for the database and the log");
    const free = freeBytes();
    const low = free < minFreeBytes;
    if (low && !wasLow) log.error({ freeBytes: free }, "The disk is almost full. New content is rejected");
    if (!low && wasLow) log.info({ freeBytes: free }, "Disk space is available again");
    wasLow = low;
    const hasRoomForReserve = free > minFreeBytes + 2 * reserveBytes;
    if (reserveBytes > 0 && hasRoomForReserve && !making && !existsSync(path)) {
      making = makeReserve(path, reserveBytes)
        .catch((error: unknown) => log.warn({ err: error }, "Could not write the disk reserve"))
        .finally(() => (making = undefined));
    }
  };
  const timer = setInterval(() => {
    try {
      look();
    } catch (error) {
      log.warn({ err: error }, "Could not read the free disk space");
    }
  }, lookEveryMs).unref();

  return {
    freeBytes,
    isLow,
    requireRoom() {
      if (minFreeBytes > 0 && isLow()) throw new DiskLow(freeBytes());
    },
    async close() {
      clearInterval(timer);
      await making;
    },
  };
};

const freeBytesOf = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};

/** Random bytes, which a file system that compresses cannot make smaller. */
const makeReserve = async (path: string, sizeBytes: number): Promise<void> => {
  const unfinished = `${path}.tmp`;
  const handle = await open(unfinished, "w", 0o600);
  try {
    const chunk = randomBytes(MiB);
    for (let written = 0; written < sizeBytes; written += MiB) await handle.write(chunk);
    await handle.sync();
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  await rename(unfinished, path);
};
