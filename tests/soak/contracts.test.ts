/** Runs Forge's fuzz and invariant tests of the contracts at a size that takes minutes. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runForgeTests } from "../support/chains/forge.ts";

const soak = { FOUNDRY_FUZZ_RUNS: "20000", FOUNDRY_INVARIANT_RUNS: "512", FOUNDRY_INVARIANT_DEPTH: "256" };

let outFolder: string;
beforeAll(async () => {
  outFolder = await mkdtemp(join(tmpdir(), "freehold-forge-"));
});
afterAll(() => rm(outFolder, { recursive: true, force: true }));

test("the contracts hold under a hundred thousand calls in any order", async () => {
  const { passed, failed } = await runForgeTests(outFolder, soak);
  expect(failed).toEqual([]);
  expect(passed).toBeGreaterThanOrEqual(62);
});
