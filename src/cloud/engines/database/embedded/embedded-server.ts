/** Runs an embedded PostgreSQL server, reachable over a Unix socket, for the lifetime of this process. */
import { createHash } from "node:crypto";
import { closeSync, openSync, rmSync } from "node:fs";
import { readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { accessRulesIn, openCluster, readPassword, superuser, type Cluster } from "./cluster.ts";
import { spawnGuarded, type GuardedProcess } from "./guarded-process.ts";
import { findPrograms, type Programs } from "./programs.ts";
import { makePassage, makeServerFolder, serverUser, type ServerUser } from "./server-user.ts";

export interface EmbeddedOptions {
  /** Folder for programs, data, password and log. */
  readonly folder: string;
  /** Folder with PostgreSQL's programs, instead of those from npm. */
  readonly binDir?: string | undefined;
  /** Additional server settings. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Called when the server exits unexpectedly and is restarted. */
  onRestart?(log: string): void;
}

export interface ServerAddress {
  readonly host: string;
  readonly user: string;
  readonly password: string;
}

export interface EmbeddedServer {
  readonly connection: ServerAddress;
  readonly dataDir: string;
  /** Whether it runs as a user that other services may share, because no dedicated user could be created. */
  readonly sharesUser: boolean;
  stop(): Promise<void>;
}

const baseSettings = {
  listen_addresses: "",
  unix_socket_permissions: "0700",
  password_encryption: "scram-sha-256",
  shared_buffers: "256MB",
  max_wal_size: "2GB",
  // A backup that can't be written must not fill the disk.
  max_slot_wal_keep_size: "4GB",
  random_page_cost: "1.1",
  max_connections: "200",
  log_timezone: "UTC",
  timezone: "UTC",
};

const lockPatienceMs = 30_000;
const recoveryPatienceMs = 600_000;
const pauseMs = 15;
const relaunchMs = 1000;

/** Starts the server, creating its data on first use. Returns when it accepts connections. */
export const startEmbeddedServer = async (options: EmbeddedOptions): Promise<EmbeddedServer> => {
  const folder = resolve(options.folder);
  makePassage(folder);
  const user = serverUser(folder);
  const programs = await findPrograms(folder, options.binDir);
  const cluster = await openCluster(folder, programs, user);
  const socketDir = socketFolder(folder);
  const server = { folder, user, programs, cluster, socketDir, settings: { ...baseSettings, ...options.settings } };

  let running = await launch(server);
  let isStopping = false;
  /** Retries a failed start, for example on a full disk. */
  const relaunch = async (): Promise<void> => {
    while (!isStopping) {
      try {
        running = await launch(server);
        // A stop in the meantime has only stopped the previous server.
        if (isStopping) await running.stop();
        return;
      } catch (error) {
        options.onRestart?.(String(error));
        await delay(relaunchMs);
      }
    }
  };
  const keepAlive = async (): Promise<void> => {
    await running.ended;
    if (isStopping) return;
    options.onRestart?.(await readLog(folder));
    await delay(100);
    await relaunch();
    if (!isStopping) await keepAlive();
  };
  const supervision = keepAlive().catch((error: unknown) => options.onRestart?.(String(error)));

  const stop = async (): Promise<void> => {
    isStopping = true;
    const stopped = running.stop();
    // The guard does this too, but it may have been killed.
    await interrupt(cluster.dataDir);
    await stopped;
    await supervision;
    rmSync(socketDir, { recursive: true, force: true });
  };
  return {
    connection: { host: socketDir, user: superuser, password: cluster.password },
    dataDir: cluster.dataDir,
    sharesUser: user.isShared,
    stop,
  };
};

/** Returns the address for a second process of the same user to connect to the server of `folder`. */
export const embeddedAddress = async (folder: string): Promise<ServerAddress> => ({
  host: socketFolder(resolve(folder)),
  user: superuser,
  password: await readPassword(resolve(folder)),
});

interface Server {
  readonly folder: string;
  readonly user: ServerUser;
  readonly programs: Programs;
  readonly cluster: Cluster;
  readonly socketDir: string;
  readonly settings: Readonly<Record<string, string>>;
}

/** Retries while the server of a recently killed process releases the data. */
const launch = async (server: Server): Promise<GuardedProcess> => {
  makeServerFolder(server.socketDir);
  const deadline = Date.now() + lockPatienceMs;
  for (;;) {
    await rename(logFile(server.folder), `${logFile(server.folder)}.1`).catch(() => undefined);
    const child = spawnServer(server);
    if (await becomesReady(server.folder, child)) return child;
    await child.stop();
    const log = await readLog(server.folder);
    const isLocked = /already exists|still in use|is being used/.test(log);
    if (!isLocked || Date.now() > deadline) throw new Error(`PostgreSQL did not start:\n${log}`);
    await removeForeignLock(server.cluster.dataDir);
    await delay(100);
  }
};

const spawnServer = ({ folder, user, programs, cluster, socketDir, settings }: Server): GuardedProcess => {
  const fixed = { hba_file: accessRulesIn(cluster.dataDir) };
  const options = Object.entries({ ...settings, ...fixed }).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const command = [...user.prefix, join(programs.binDir, "postgres"), "-D", cluster.dataDir, "-k", socketDir];
  const [program, ...args] = [...command, ...options] as [string, ...string[]];
  const outputFd = openSync(logFile(folder), "a", 0o600);
  const child = spawnGuarded({ program, args, cwd: cluster.dataDir, uid: user.uid, gid: user.gid, outputFd });
  closeSync(outputFd);
  return child;
};

const becomesReady = async (folder: string, child: GuardedProcess): Promise<boolean> => {
  const deadline = Date.now() + recoveryPatienceMs;
  while (child.exitCode() === undefined && Date.now() < deadline) {
    if ((await readLog(folder)).includes("ready to accept connections")) return true;
    await delay(pauseMs);
  }
  return false;
};

/** Asks the server for a fast shutdown. */
const interrupt = async (dataDir: string): Promise<void> => {
  const pid = Number.parseInt(await readFile(join(dataDir, "postmaster.pid"), "utf8").catch(() => ""), 10);
  try {
    if (pid > 0) process.kill(pid, "SIGINT");
  } catch {
    // It has ended in the meantime.
  }
};

const logFile = (folder: string): string => join(folder, "postgres.log");

const readLog = (folder: string): Promise<string> => readFile(logFile(folder), "utf8").catch(() => "");

/** Socket paths are limited to 107 bytes, so sockets are in the temporary folder under a short name. */
const socketFolder = (folder: string): string =>
  join(tmpdir(), `freehold-${createHash("sha256").update(folder).digest("hex").slice(0, 12)}`);

/**
 * Removes the lock file if its process ID belongs to another program. PostgreSQL respects the file while any process
 * has that ID; after a reboot, or in a new container on an old volume, that is often an unrelated one. Safe because
 * this process holds the data folder's lock.
 */
const removeForeignLock = async (dataDir: string): Promise<void> => {
  const lockFile = join(dataDir, "postmaster.pid");
  const lock = await readFile(lockFile, "utf8").catch(() => "");
  const pid = Number.parseInt(lock, 10);
  const name = await readFile(`/proc/${pid}/comm`, "utf8").catch(() => undefined);
  if (name !== undefined && name.trim() !== "postgres") await rm(lockFile, { force: true });
};
