/** Vitest setup file: runs before each test file, in a process shared by several files. */
import { afterAll, afterEach, vi } from "vitest";
import "../../scripts/lib/end-with-parent.mjs";
import { cpuSeconds } from "../../scripts/lib/processes.mjs";
import { endFile } from "./file-end.ts";
import { failOnOffenses } from "./database/transaction-guard.ts";
import { patience } from "./patience.ts";

declare module "vitest" {
  interface TaskMeta {
    /** Processor time of this worker and its ended children since the test before, in seconds. */
    cpuSeconds?: number;
  }
}

const counted = globalThis as { cpuSecondsSoFar?: number };

// Vitest would wait for one second, which is too short on a busy machine. Files of one process share `vi`.
const { waitFor } = vi;
if (waitFor.name !== "waitPatiently")
  vi.waitFor = function waitPatiently(check, options = patience) {
    return waitFor(check, options);
  };

afterEach(failOnOffenses);
// Shows which tests can't pass when they are retried, because of what their first try left.
if (process.env.FAIL_FIRST)
  afterEach(({ task }) => {
    if ((task.result?.retryCount ?? 0) === 0) throw new Error("FAIL_FIRST fails each first try.");
  });
afterEach(({ task }) => {
  const soFar = cpuSeconds() ?? 0;
  task.meta.cpuSeconds = soFar - (counted.cpuSecondsSoFar ?? 0);
  counted.cpuSecondsSoFar = soFar;
});

afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  await endFile();
}, 60_000);
