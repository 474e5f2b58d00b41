/** vitest's setup file: it runs anew before every test file, in the process that the file shares with others. */
import { afterAll, vi } from "vitest";
import "../../scripts/lib/end-with-parent.mjs";
import { endFile } from "./file-end.ts";

afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  await endFile();
}, 60_000);
