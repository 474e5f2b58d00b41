/** Where a test run stores its files. Read by vitest.config.ts, before the first worker starts: all of them inherit it. */
import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

const memory = "/dev/shm";
const prefix = "freehold-tests-";
const leastFreeBytes = 6 * 1024 ** 3;
const compiled = join(import.meta.dirname, "../../node_modules/.cache/freehold-compiled");

/**
 * Sets the environment of this process and of all that it starts. Temporary files lie in memory where the machine has plenty of it:
 * hundreds of databases and repositories are made and thrown away, which on a disk costs more than the tests themselves. Node.js
 * keeps what it has compiled, since every test file and every cloud that is started loads the same packages.
 */
export const standOnRunGround = (): void => {
  process.env.NODE_COMPILE_CACHE ??= compiled;
  if (process.env.TMPDIR !== undefined || !hasPlentyOfMemory()) return;
  removeLeftovers();
  const folder = join(memory, `${prefix}${process.pid}`);
  mkdirSync(folder, { recursive: true });
  // As /tmp is: builds and PostgreSQL run as other users.
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

/** A disk that a killed run has mounted in it may be in the way: that is no reason not to run. */
const remove = (folder: string): void => {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    console.warn(`Could not remove ${folder}: ${String(error)}`);
  }
};

/** Runs that were killed could not clean up after themselves. */
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
