import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, afterEach, beforeEach } from "vitest";
import { resolveAll } from "../../../src/cloud/engines/network/dial.ts";
import { openSandbox } from "../../../src/cloud/engines/sandbox/open.ts";
import type { Sandbox, SandboxCommand, SandboxEnd } from "../../../src/cloud/engines/sandbox/sandbox.ts";

const MiB = 1024 * 1024;

export interface TestSandbox extends Sandbox {
  /** The job folder of the running test. */
  folder(): string;
  /** Runs a command there within small limits. */
  try(command: string, options?: Partial<SandboxCommand>): Promise<{ end: SandboxEnd; lines: string[] }>;
}

/** Resolves names to this machine, like a hostile or misconfigured name server. */
const resolve: typeof resolveAll = (host) =>
  host === "inner.example.com" ? Promise.resolve([{ address: "127.0.0.1", family: 4 }]) : resolveAll(host);

/** Runs the real sandbox, with an empty job folder for each test. */
export const testSandbox = async (registries: string[] = []): Promise<TestSandbox> => {
  const dataDir = await mkdtemp(join(tmpdir(), "freehold-tools-"));
  const config = { BUILD_REGISTRIES: registries, DATA_DIR: dataDir };
  const sandbox = await openSandbox(config, pino({ level: "silent" }), resolve);
  let folder = "";
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "freehold-test-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  afterAll(async () => {
    await sandbox.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  return {
    ...sandbox,
    folder: () => folder,
    try: async (command, options = {}) => {
      const lines: string[] = [];
      const end = await sandbox.run({
        folder,
        command,
        network: "none",
        environment: {},
        timeoutSeconds: 60,
        memoryMb: 1024,
        diskBytes: 512 * MiB,
        onLine: (line) => lines.push(line),
        ...options,
      });
      return { end, lines };
    },
  };
};

/** Returns the ids of processes on this machine whose command line contains the mark. */
export const processesWith = async (mark: string): Promise<string[]> => {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) =>
      (await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")).includes(mark) ? pid : "",
    ),
  );
  return found.filter((pid) => pid !== "" && pid !== `${process.pid}`);
};
