import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";

/**
 * Removes the lock file if its process ID belongs to another program. PostgreSQL respects the file while any process
 * has that ID; after a reboot, or in a new container on an old volume, that is often an unrelated one. Safe because
 * this process holds the data folder's lock.
 */
export const removeForeignLock = async (dataDir: string): Promise<void> => {
  const lockFile = join(dataDir, "postmaster.pid");
  const lock = await readFile(lockFile, "utf8").catch(() => "");
  const pid = Number.parseInt(lock, 10);
  const name = await readFile(`/proc/${pid}/comm`, "utf8").catch(() => undefined);
  if (name !== undefined && name.trim() !== "postgres") await rm(lockFile, { force: true });
};
