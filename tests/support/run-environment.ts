/**
 * Configures where a test run stores its files. Imported by vitest.config.ts before the first worker starts, so that
 * all workers inherit it.
 */
import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

const memory = "/dev/shm";
const prefix = "freehold-tests-";
const leastFreeBytes = 6 * 1024 ** 3;
const compiled = join(import.meta.dirname, "../../node_modules/.cache/freehold-compiled");

/**
 * Node.js flags for processes that start servers: with more room, less time goes to collecting objects. All cores are busy, so
 * that marking in parallel saves nothing. A start takes 3.0 s of processor time instead of 3.3 s.
 */
export const roomyHeap = ["--min-semi-space-size=64", "--max-semi-space-size=64", "--single-threaded-gc"];

/**
 * Sets the environment of this process and its children. Temporary files are in memory if there is enough: hundreds of
 * databases and repositories are created and deleted, which would take longer on a disk than the tests themselves.
 * Node.js caches compiled code, since every test file and every server loads the same packages.
 */
export const setRunEnvironment = (): void => {
  process.env.NODE_COMPILE_CACHE ??= compiled;
  // Servers of tests fetch no model, and take no screenshots of sites.
  process.env.AI_MODEL ??= "off";
  process.env.SITE_SCREENSHOTS ??= "off";
  if (process.env.TMPDIR !== undefined || !hasPlentyOfMemory()) return;
  removeLeftovers();
  const folder = join(memory, `${prefix}${process.pid}`);
  mkdirSync(folder, { recursive: true });
  // Same permissions as /tmp: builds and PostgreSQL run as other users.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  process.on("exit", () => remove(folder));
};

const hasPlentyOfMemory = (): boolean => {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= leastFreeBytes;
  } catch {
    return false;
  }
};

/** Removes a folder. A disk mounted in it by a killed run can prevent that; the run continues. */
const remove = (folder: string): void => {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    console.warn(`Could not remove ${folder}: ${String(error)}`);
  }
};

/** Removes files of killed runs, which couldn't clean up after themselves. */
const removeLeftovers = (): void => {
  for (const name of readdirSync(memory).filter((entry) => entry.startsWith(prefix)))
    if (!isAlive(Number(name.slice(prefix.length)))) remove(join(memory, name));
};

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};
