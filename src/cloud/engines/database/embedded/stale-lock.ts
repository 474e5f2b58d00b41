import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";

/**
 * PostgreSQL takes its lock file seriously while any process has the number written in it. After a reboot, or in a fresh container
 * on an old volume, that is often a stranger: then the file is removed. (We hold the data folder's own lock, so no one else is at it.)
 */
export const removeForeignLock = async (dataDir: string): Promise<void> => {
  const lockFile = join(dataDir, "postmaster.pid");
  const lock = await readFile(lockFile, "utf8").catch(() => "");
  const pid = Number.parseInt(lock, 10);
  const name = await readFile(`/proc/${pid}/comm`, "utf8").catch(() => undefined);
  if (name !== undefined && name.trim() !== "postgres") await rm(lockFile, { force: true });
};
