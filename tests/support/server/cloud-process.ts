/** Runs the server as a real process that tests can kill. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { prepareDatabase } from "../database/prepared-database.ts";
import { atFileEnd } from "../file-end.ts";
import { roomyHeap } from "../run-environment.ts";

const root = join(import.meta.dirname, "../../..");
const endWithParent = pathToFileURL(join(root, "scripts/lib/end-with-parent.mjs")).href;

export interface CloudProcess {
  readonly child: ChildProcess;
  /** Resolves with the URL once the server is ready, with "" for a worker. If the process exits first, rejects with its output. */
  readonly ready: Promise<string>;
  /** Everything printed so far. */
  output(): string;
  /** Sends a signal and waits until the process has exited. */
  end(signal: NodeJS.Signals): Promise<void>;
}

/** Creates a folder for temporary files, removed when the test file ends. */
export const temporaryFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "freehold-process-"));
  await chmod(folder, 0o711);
  atFileEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
};

/** Creates a data directory that contains a migrated database, removed when the test file ends. */
export const preparedDataFolder = async (): Promise<string> => {
  const dataDir = join(await temporaryFolder(), "data");
  await prepareDatabase(dataDir);
  return dataDir;
};

/** The key of all servers that tests start with DATABASE_URL. */
export const testSecretKey = "of-all-clouds-that-tests-start-0123456789";

/**
 * Starts a project's src/cloud/main.ts on a data directory, on a free port unless `settings` has one. `launch`: words before the command,
 * of a program that becomes it.
 */
export const startCloudProcess = (
  dataDir: string,
  settings: Record<string, string> = {},
  project = root,
  launch: readonly string[] = [],
): CloudProcess => {
  const env = {
    // Fetches no model, and takes no screenshots of sites.
    AI_MODEL: "off",
    SITE_SCREENSHOTS: "off",
    ...process.env,
    PORT: "0",
    DATA_DIR: dataDir,
    DISK_MIN_FREE_MB: "0",
    DISK_RESERVE_MB: "0",
    // Processes with the same database need the same key; with an embedded database, the key file is used.
    ...(settings["DATABASE_URL"] !== undefined && { SECRET_KEY: testSecretKey }),
    ...settings,
  };
  const command = [process.execPath, ...roomyHeap, `--import=${endWithParent}`, join(project, "src/cloud/main.ts")];
  const [program, ...words] = [...launch, ...command] as [string, ...string[]];
  const child = spawn(program, words, { env, stdio: ["ignore", "pipe", "pipe"] });
  const gone = once(child, "exit");
  let output = "";
  const ready = new Promise<string>((resolve, reject) => {
    const take = (chunk: Buffer): void => {
      output += chunk.toString();
      const ready = /^Freehold is ready(?: as [a-z ]+)?(?: at (\S+))?$/m.exec(output);
      if (ready) resolve(ready[1] ?? "");
    };
    child.stdout.on("data", take);
    child.stderr.on("data", take);
    child.once("close", (code, signal) =>
      reject(new Error(`The cloud ended (${signal ?? code}): ${output || endOfLog(dataDir)}`)),
    );
  });
  // Tests that kill it during startup don't wait for readiness.
  ready.catch(() => undefined);
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    await gone;
  };
  atFileEnd(() => end("SIGKILL"));
  return { child, ready, output: () => output, end };
};

/** Returns other processes with the folder in their command line or environment (Linux). */
export const processesOn = (folder: string): string[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => `${readProcess(pid, "cmdline")} ${readProcess(pid, "environ")}`.includes(folder))
    .map((pid) => `${pid} ${readProcess(pid, "cmdline")}`);

/** Returns the last lines of a server's log. */
const endOfLog = (dataDir: string): string => {
  try {
    return readFileSync(join(dataDir, "logs/cloud.log"), "utf8").slice(-2000);
  } catch {
    return "without a log";
  }
};

const readProcess = (pid: string, file: "cmdline" | "environ"): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
};
