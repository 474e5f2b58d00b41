import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { makePassage } from "../database/embedded/server-user.ts";

/** Marker file in a data folder during a restore. */
export const unfinishedRestore = "restore-unfinished";

/** Folders with other permissions: the database user owns its data, and other users run toolchains and database programs. */
const keepsModes = /^(tools|postgres\/(data|programs).*)$/;
/** The database user's group enters this folder. A second start must not close it: the running instance restarts its database there. */
const passage = "postgres";
/** Depth of folders checked at each start; deeper ones only below a folder that others can enter. */
const lookedAtDepth = 2;

/**
 * Creates the data folder and removes other users' permissions on it. As root, the database user can traverse it. Throws if a restore
 * was interrupted.
 */
export const prepareDataFolder = (path: string): void => {
  if (existsSync(join(path, unfinishedRestore))) {
    throw new Error(`A restore into ${path} was interrupted. Empty the folder and restore again.`);
  }
  // Files of this process and its children are private unless shared explicitly.
  process.umask(0o077);
  needWritable(path);
  for (const name of readdirSync(path)) closeToOthers(path, name, 1);
  ifOurs(() => makePassage(path));
};

/** Throws if the folder is not writable. */
const needWritable = (path: string): void => {
  const probe = join(path, ".write-test");
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    writeFileSync(probe, "");
    rmSync(probe);
  } catch (error) {
    const { code = "" } = causeOf(path, error) as NodeJS.ErrnoException;
    const reason = { EROFS: "its file system is read-only", EACCES: "this user has no write permission" }[code];
    if (!reason) throw error;
    throw new Error(`The data directory ${path} is not writable: ${reason}. Make it writable, or set DATA_DIR.`, {
      cause: error,
    });
  }
};

/** Returns the error of the nearest ancestor that exists, since creating folders below a read-only one reports a missing folder. */
const causeOf = (path: string, error: unknown): unknown => {
  if ((error as NodeJS.ErrnoException).code !== "ENOENT") return error;
  let ancestor = resolve(path);
  while (!existsSync(ancestor)) ancestor = dirname(ancestor);
  try {
    accessSync(ancestor, constants.W_OK);
    return error;
  } catch (refused) {
    return refused;
  }
};

const closeToOthers = (folder: string, name: string, depth: number): void => {
  const path = join(folder, name);
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats || stats.isSymbolicLink() || keepsModes.test(name)) return;
  const allowed = name === passage ? 0o710 : 0o700;
  const isOpen = (stats.mode & 0o077 & ~allowed) !== 0;
  if (isOpen) ifOurs(() => chmodSync(path, stats.mode & allowed));
  if (!stats.isDirectory() || !(isOpen || depth < lookedAtDepth)) return;
  for (const entry of readdirSync(path)) closeToOthers(folder, `${name}/${entry}`, isOpen ? lookedAtDepth : depth + 1);
};

/** Files of another user, such as a mounted volume, keep their modes. */
const ifOurs = (change: () => void): void => {
  try {
    change();
  } catch (error) {
    if (!["EPERM", "EROFS"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
};
