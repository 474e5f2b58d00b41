/** PostgreSQL refuses to run as root: as root we start it as 'nobody'. */
import { accessSync, chmodSync, chownSync, constants, lstatSync, mkdirSync, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";

const nobody = 65_534;

export interface ServerUser {
  readonly uid?: number;
  readonly gid?: number;
  /** Command words before the program's own. */
  readonly prefix: readonly string[];
}

/** The user that PostgreSQL runs as when its files lie below `folder`. */
export const serverUser = (folder: string): ServerUser => {
  if (process.getuid?.() !== 0) return { prefix: [] };
  if (isEnterableByAll(folder)) return { uid: nobody, gid: nobody, prefix: [] };
  return { prefix: [setpriv(folder), ...keepOneCapability] };
};

/** Makes a folder that belongs to PostgreSQL alone. Throws when someone else has put one there. */
export const makeServerFolder = (path: string): void => {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const { uid } = lstatSync(path);
  const own = process.getuid?.() ?? uid;
  if (own === 0 && (uid === 0 || uid === nobody)) {
    chownSync(path, nobody, nobody);
  } else if (uid !== own) {
    throw new Error(`The folder ${path} belongs to another user. Start Freehold as the user who created it.`);
  }
  chmodSync(path, 0o700);
};

/** Gives a file to PostgreSQL's user, so that it can be read by no one else. */
export const giveToServer = (path: string): void => {
  if (process.getuid?.() === 0) chownSync(path, nobody, nobody);
  chmodSync(path, 0o600);
};

/** Gives a folder with all in it to PostgreSQL's user. */
export const giveFolderToServer = async (folder: string): Promise<void> => {
  makeServerFolder(folder);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await giveFolderToServer(path);
    else giveToServer(path);
  }
};

const isEnterableByAll = (folder: string): boolean => {
  const parent = dirname(folder);
  if ((statSync(folder).mode & 0o001) === 0) return false;
  return parent === folder || isEnterableByAll(parent);
};

// A clone in /root or in a folder of `mktemp -d` cannot be entered by 'nobody'. With this one capability it can.
const keepOneCapability = [
  `--reuid=${nobody}`,
  `--regid=${nobody}`,
  "--clear-groups",
  "--inh-caps=+dac_override",
  "--ambient-caps=+dac_override",
  // Without this bit the kernel forgets the capability in access(), by which PostgreSQL checks its own files.
  "--securebits=+no_setuid_fixup",
];

const setpriv = (folder: string): string => {
  const found = ["/usr/bin/setpriv", "/bin/setpriv"].find(isExecutable);
  if (found) return found;
  throw new Error(
    `The database cannot run below ${folder}: it must not run as root, and no other user may enter this folder. ` +
      "Set DATA_DIR to a folder that everyone may enter, such as /var/lib/freehold.",
  );
};

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};
