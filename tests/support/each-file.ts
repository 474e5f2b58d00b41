/** Vitest setup file: runs before each test file, in a process shared by several files. */
import { afterAll, afterEach, vi } from "vitest";
import "../../scripts/lib/end-with-parent.mjs";
import { endFile } from "./file-end.ts";
import { failOnOffenses } from "./database/transaction-guard.ts";

afterEach(failOnOffenses);

afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  await endFile();
}, 60_000);
