/** The embedded server's data folder, created by initdb. */
import { randomBytes } from "node:crypto";
import { closeSync, openSync } from "node:fs";
import { chmod, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { spawnGuarded } from "./guarded-process.ts";
import type { Programs } from "./programs.ts";
import { giveDataToServer, makeServerFolder, writeServerFile, type ServerUser } from "./server-user.ts";

export const superuser = "freehold";

export interface Cluster {
  readonly dataDir: string;
  readonly password: string;
}

/**
 * Opens the cluster below `folder`, creating it on first use. An interrupted initdb leaves nothing that a later start
 * would use.
 */
export const openCluster = async (folder: string, programs: Programs, user: ServerUser): Promise<Cluster> => {
  const dataDir = join(folder, "data");
  const password = await readPassword(folder);
  const version = await readFile(join(dataDir, "PG_VERSION"), "utf8").catch(() => undefined);
  if (version === undefined) {
    await createCluster(folder, dataDir, password, programs, user);
  } else if (Number(version) !== programs.majorVersion) {
    throw new Error(
      `The data in ${dataDir} was written by PostgreSQL ${version.trim()}, but version ${programs.majorVersion} is installed. ` +
        "Set PG_BIN_DIR to the older version's programs, or restore a backup.",
    );
  }
  giveDataToServer(dataDir);
  writeServerFile(accessRulesIn(dataDir), accessRules);
  return { dataDir, password };
};

/** Path of the server's access rules, rewritten at each start. */
export const accessRulesIn = (dataDir: string): string => join(dataDir, "pg_hba.conf");

const accessRules = `# Written by Freehold at each start.
local all all scram-sha-256
local replication all scram-sha-256
`;

const createCluster = async (
  folder: string,
  dataDir: string,
  password: string,
  programs: Programs,
  user: ServerUser,
): Promise<void> => {
  await removeUnfinished(folder);
  const unfinished = join(folder, `data.${randomBytes(6).toString("hex")}.tmp`);
  const passwordFile = `${unfinished}.password`;
  const logFile = join(folder, "initdb.log");
  makeServerFolder(unfinished);
  writeServerFile(passwordFile, password);

  const outputFd = openSync(logFile, "w");
  const command = [...user.prefix, join(programs.binDir, "initdb"), "-D", unfinished, `--pwfile=${passwordFile}`];
  const [program, ...args] = [...command, ...initdbOptions(programs)] as [string, ...string[]];
  const initdb = spawnGuarded({ program, args, cwd: unfinished, uid: user.uid, gid: user.gid, outputFd });
  const code = await initdb.ended;
  closeSync(outputFd);
  if (code !== 0) throw new Error(`initdb failed:\n${await readFile(logFile, "utf8")}`);

  await rm(passwordFile);
  await rename(unfinished, dataDir);
};

// Text is sorted by code point: the same order on every machine, without the ICU library in the package.
const initdbOptions = ({ majorVersion }: Programs): string[] => {
  const options = ["-U", superuser, "-A", "scram-sha-256", "-E", "UTF8", "--data-checksums", "--no-instructions"];
  const hasBuiltinLocale = majorVersion >= 17;
  return hasBuiltinLocale
    ? [...options, "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
    : [...options, "--locale=C"];
};

/** Returns the embedded server's password, generated on the first call. */
export const readPassword = async (folder: string): Promise<string> => {
  const path = join(folder, "password");
  const stored = await readFile(path, "utf8").catch(() => undefined);
  if (stored) {
    await chmod(path, 0o600).catch(ignoreForeign);
    return stored;
  }
  const password = randomBytes(24).toString("base64url");
  await writeFile(`${path}.tmp`, password, { mode: 0o600 });
  await rename(`${path}.tmp`, path);
  return password;
};

/** Ignores permission errors of a client that only reads the password. */
const ignoreForeign = (error: NodeJS.ErrnoException): void => {
  if (error.code !== "EPERM") throw error;
};

const removeUnfinished = async (folder: string): Promise<void> => {
  const names = await readdir(folder);
  const unfinished = names.filter((name) => name.startsWith("data.") && name.includes(".tmp"));
  await Promise.all(unfinished.map((name) => rm(join(folder, name), { recursive: true, force: true })));
};
