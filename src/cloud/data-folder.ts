import { chmodSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";

/** Lies in a data folder while a back-up is being restored into it. */
export const unfinishedRestore = "restore-unfinished";

/**
 * Makes the data folder, for us alone. As root others may pass through it (not look into it): the database runs as another user.
 * Throws one sentence when it holds half a back-up.
 */
export const prepareDataFolder = (path: string): void => {
  if (existsSync(join(path, unfinishedRestore))) {
    throw new Error(`A restore into ${path} was interrupted. Empty the folder and restore again.`);
  }
  if (existsSync(path)) return;
  mkdirSync(path, { recursive: true });
  chmodSync(path, process.getuid?.() === 0 ? 0o711 : 0o700);
};
