/** Temporary folders of this process, and what killed processes have left. */
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const prefix = "freehold-run-";

/** Creates a folder that a later start removes if this process does not. */
export const temporaryFolder = (): Promise<string> => mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));

/** Removes the folders of killed processes. */
export const removeStaleFolders = async (): Promise<void> => {
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(prefix) && Number.parseInt(name.slice(prefix.length), 10);
    // The removal of another user's folder fails.
    if (pid && !isAlive(pid)) await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined);
  }
};

/** Returns whether a process with this ID runs on this machine. */
export const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};
