import { createHash } from "node:crypto";
import { realpathSync, rmSync } from "node:fs";
import { createConnection, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";

export interface InstanceLock {
  /** Tells a second start the URL of this instance. */
  announce(url: string): void;
  release(): Promise<void>;
}

/**
 * Ensures that only one process uses a data folder. The lock is a listening socket, which the system frees when its owner dies, so it
 * is never stale. Throws if the folder is in use, unless it is `isShared`: processes with one external database can share it.
 */
export const lockDataFolder = async (
  dataDir: string,
  { canRestart = false, isShared = false } = {},
): Promise<InstanceLock> => {
  let url = "";
  const server = createServer((client) => {
    client.on("error", () => undefined);
    client.end(JSON.stringify({ url, pid: process.pid, canRestart }));
  });
  const address = addressOf(dataDir, "");
  if (!(await listens(server, address))) {
    const owner = await ask(address);
    if (owner && isShared) return { announce: () => undefined, release: async () => undefined };
    if (owner) throw new Error(alreadyRunning(dataDir, owner));
    // A dead process can only leave a socket file.
    rmSync(address, { force: true });
    if (!(await listens(server, address))) throw new Error(alreadyRunning(dataDir, { url: "" }));
  }
  server.unref();
  return {
    announce: (at) => {
      url = at;
    },
    release: () => new Promise((resolve) => server.close(() => resolve())),
  };
};

export interface Owner {
  /** Empty while it starts. */
  readonly url: string;
  readonly pid?: number;
  readonly canRestart?: boolean;
}

/** Returns the process that uses a data folder; undefined if there is none. */
export const ownerOf = (dataDir: string): Promise<Owner | undefined> => ask(addressOf(dataDir, ""));

/** Takes a second lock on the folder, which says that it is being moved. Returns undefined if another process has it. */
export const lockHandover = async (dataDir: string): Promise<{ release(): Promise<void> } | undefined> => {
  const server = createServer((client) => {
    client.on("error", () => undefined);
    client.end("{}");
  });
  const address = addressOf(dataDir, "-handover");
  if (!(await listens(server, address))) {
    if (await ask(address)) return undefined;
    rmSync(address, { force: true });
    if (!(await listens(server, address))) return undefined;
  }
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
};

/** Whether a process has the second lock. */
export const isHandedOver = async (dataDir: string): Promise<boolean> =>
  (await ask(addressOf(dataDir, "-handover"))) !== undefined;

const alreadyRunning = (dataDir: string, { url, pid }: Owner): string => {
  const where = url ? `at ${url}` : "and is starting or stopping";
  const holder = pid ? ` (process ${pid})` : "";
  return `Freehold is already running on ${dataDir}${holder} ${where}. Stop it first, or set DATA_DIR to another directory.`;
};

/** On Linux a name without a file, elsewhere a file in the temporary folder. */
const addressOf = (dataDir: string, suffix: string): string => {
  const name = `freehold-${createHash("sha256").update(realpathSync(dataDir)).digest("hex").slice(0, 24)}${suffix}`;
  return process.platform === "linux" ? `\0${name}` : join(tmpdir(), `${name}.lock`);
};

const listens = (server: Server, address: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException): void => {
      if (error.code === "EADDRINUSE") resolve(false);
      else reject(error);
    };
    server.once("error", refuse);
    server.listen(address, () => {
      server.off("error", refuse);
      resolve(true);
    });
  });

const ask = async (address: string): Promise<Owner | undefined> => {
  try {
    return JSON.parse(await text(createConnection(address))) as Owner;
  } catch {
    return undefined;
  }
};
