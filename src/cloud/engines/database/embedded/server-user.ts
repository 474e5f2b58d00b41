/**
 * Selects the user for PostgreSQL, which refuses to run as root. As root, starts it as a dedicated system user, or as
 * 'nobody' with a warning if none can be created.
 */
import { execFileSync } from "node:child_process";
import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  fchownSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";

const userName = "freehold-postgres";
const nobody: Account = { uid: 65_534, gid: 65_534 };

interface Account {
  readonly uid: number;
  readonly gid: number;
}

export interface ServerUser extends Partial<Account> {
  /** Command that precedes the program. */
  readonly prefix: readonly string[];
  /** Whether other services may run as the same user. */
  readonly isShared: boolean;
}

/** Returns the user that PostgreSQL runs as when its files are below `folder`. */
export const serverUser = (folder: string): ServerUser => {
  const account = serverAccount();
  if (!account) return { prefix: [], isShared: false };
  const isShared = account.uid === nobody.uid;
  if (isEnterableBy(account, folder)) return { ...account, prefix: [], isShared };
  return { prefix: [setpriv(folder), ...keepOneCapability(account)], isShared };
};

/** Creates a folder that only PostgreSQL's user may traverse. */
export const makePassage = (path: string): void => {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const account = serverAccount();
  if (account) chownSync(path, 0, account.gid);
  chmodSync(path, account ? 0o710 : 0o700);
};

/** Creates a folder owned by PostgreSQL. Throws if another user created it. */
export const makeServerFolder = (path: string): void => {
  const account = serverAccount();
  // In the temporary folder, a folder of 'nobody' may belong to any service.
  if (account && account.uid !== nobody.uid && lstatSync(path, { throwIfNoEntry: false })?.uid === nobody.uid)
    rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const stats = lstatSync(path);
  const own = process.getuid?.() ?? stats.uid;
  if (!stats.isDirectory() || (stats.uid !== own && stats.uid !== account?.uid))
    throw new Error(`The folder ${path} belongs to another user. Start Freehold as the user who created it.`);
  if (account) chownSync(path, account.uid, account.gid);
  chmodSync(path, 0o700);
};

/** Writes a file readable only by PostgreSQL's user, replacing any existing one. */
export const writeServerFile = (path: string, text: string): void => {
  const account = serverAccount();
  rmSync(path, { force: true });
  const file = openSync(path, "wx", 0o600);
  writeSync(file, text);
  if (account) fchownSync(file, account.uid, account.gid);
  closeSync(file);
};

/**
 * Changes the owner of the data in `folder` to PostgreSQL's user and removes all other access. The previous owner may
 * have been 'nobody', a shared account, so links are not followed, and files with several names and a different owner
 * are skipped.
 */
export const giveDataToServer = (folder: string): void => {
  const account = serverAccount();
  const before = lstatSync(folder).uid;
  if (account && before !== account.uid) giveTree(folder, before, account);
  chmodSync(folder, 0o700);
};

const giveTree = (path: string, before: number, { uid, gid }: Account): void => {
  const stats = lstatSync(path);
  const isTransferable = stats.uid === before || (stats.uid === 0 && (stats.isDirectory() || stats.nlink === 1));
  if (!isTransferable) return;
  lchownSync(path, uid, gid);
  if (stats.isFile()) chmodSync(path, 0o600);
  if (!stats.isDirectory()) return;
  // Before its entries, so that the previous owner can't replace one in the meantime.
  chmodSync(path, 0o700);
  for (const name of readdirSync(path)) giveTree(join(path, name), before, { uid, gid });
};

/** Returns undefined unless this process is root: then PostgreSQL runs as the current user. */
const serverAccount = (): Account | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  return accountIn("/etc/passwd") ?? createAccount() ?? nobody;
};

const accountIn = (file: string): Account | undefined => {
  const line = readFileSync(file, "utf8")
    .split("\n")
    .find((entry) => entry.startsWith(`${userName}:`));
  const [, , uid, gid] = line?.split(":").map(Number) ?? [];
  return uid === undefined || gid === undefined || uid === 0 ? undefined : { uid, gid };
};

/** If two processes create it at once, one fails and finds the other's. */
const createAccount = (): Account | undefined => {
  const options = ["--system", "--user-group", "--no-create-home", "--home-dir", "/nonexistent"];
  try {
    execFileSync("useradd", [...options, "--shell", "/usr/sbin/nologin", userName], { stdio: "ignore" });
  } catch {
    // useradd is missing or fails, for example in a container with a read-only root.
  }
  return accountIn("/etc/passwd");
};

const isEnterableBy = (account: Account, folder: string): boolean => {
  const parent = dirname(folder);
  const stats = statSync(folder);
  const isOpen = (stats.mode & 0o001) !== 0 || (stats.gid === account.gid && (stats.mode & 0o010) !== 0);
  return isOpen && (parent === folder || isEnterableBy(account, parent));
};

// Other users can't enter a clone in /root or in a folder of `mktemp -d`. This capability allows it.
const keepOneCapability = ({ uid, gid }: Account): string[] => [
  `--reuid=${uid}`,
  `--regid=${gid}`,
  "--clear-groups",
  "--inh-caps=+dac_override",
  "--ambient-caps=+dac_override",
  // Without this bit, the kernel drops the capability in access(), which PostgreSQL uses to check its files.
  "--securebits=+no_setuid_fixup",
];

const setpriv = (folder: string): string => {
  const found = ["/usr/bin/setpriv", "/bin/setpriv"].find(isExecutable);
  if (found) return found;
  throw new Error(
    `PostgreSQL can't run as root, and other users can't access ${folder}. ` +
      "Set DATA_DIR to a folder that all users can access, such as /var/lib/freehold.",
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
