/**
 * Monitors free space on the data folder's disk. When space is low, new content is rejected; when it is almost used up,
 * a reserve file is deleted so that database and log can continue and the server can restart.
 */
import { randomBytes } from "node:crypto";
import { existsSync, lstatSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import type { Config } from "../../config.ts";
import { isDiskFull } from "../blocks/store/disk-full.ts";
import { freeBytesOf } from "../../lib/free-bytes.ts";

const reserveName = "reserve";
const MiB = 1024 * 1024;
/** Space that a start may need: write-ahead log for the recovery. */
const startMiB = 64;

type DiskConfig = Pick<Config, "DATA_DIR" | "DISK_MIN_FREE_MB" | "DISK_RESERVE_MB">;

export type Disk = ReturnType<typeof openDisk>;

/** Has the error code of a full disk. */
export class DiskLow extends Error {
  readonly code = "ENOSPC";
  constructor(freeBytes: number) {
    super(`Only ${Math.floor(freeBytes / MiB)} MiB of disk space left.`);
    this.name = "DiskLow";
  }
}

/** Deletes the reserve if almost no other space is left. Call at startup, before any write. */
export const releaseReserve = ({ DATA_DIR, DISK_RESERVE_MB }: DiskConfig): boolean => {
  const path = join(DATA_DIR, reserveName);
  if (!existsSync(path) || freeBytesOf(DATA_DIR) >= (DISK_RESERVE_MB * MiB) / 4) return false;
  rmSync(path, { force: true });
  return true;
};

/**
 * Returns instructions for the operator if a start failed because the data folder's disk is full; undefined for any
 * other reason, such as another server's full disk.
 */
export const fullDiskAtStart = (error: unknown, { DATA_DIR: folder }: DiskConfig): Error | undefined => {
  const free = existsSync(folder) ? freeBytesOf(folder) : Infinity;
  const text = String(error);
  // Without any space, the database can't even log why it exits.
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

/**
 * Data that the server fetches or creates again, and old logs. The trash comes last: it is needed to recover from a
 * wrong database.
 */
const removable = ["workers", "tools", "mirrors", "logs/cloud.log.1", "trash"];

const bytesBelow = (path: string): number => {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return stats?.size ?? 0;
  return readdirSync(path).reduce((sum, name) => sum + bytesBelow(join(path, name)), 0);
};

export const openDisk = (config: DiskConfig, log: Logger) => {
  const { DATA_DIR: folder } = config;
  const minFreeBytes = config.DISK_MIN_FREE_MB * MiB;
  const reserveBytes = config.DISK_RESERVE_MB * MiB;
  const path = join(folder, reserveName);
  let wasLow = false;
  let making: Promise<void> | undefined;

  const freeBytes = (): number => freeBytesOf(folder);
  const isLow = (): boolean => freeBytes() < minFreeBytes;

  /** Releases the reserve if the disk is full, and restores it when there is room. Call every second. */
  const check = (): void => {
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
  return {
    freeBytes,
    totalBytes: (): number => {
      const { blocks, bsize } = statfsSync(folder);
      return blocks * bsize;
    },
    isLow,
    /** Call before accepting content. Throws `DiskLow`. */
    requireRoom(): void {
      if (minFreeBytes > 0 && isLow()) throw new DiskLow(freeBytes());
    },
    check,
    close: async (): Promise<void> => making,
  };
};

/** Writes random bytes, which a compressing file system can't shrink. */
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
