import { forge } from "../../scripts/lib/forge.mjs";

export interface ForgeRun {
  readonly passed: number;
  /** What forge says of each test that failed, or of why it could not run them. */
  readonly failed: readonly string[];
}

const timeoutMs = 1_800_000;

/** Compiles the contracts into a folder and runs their tests, by `env` (FOUNDRY_FUZZ_RUNS …) more of them than usual. */
export const runForgeTests = async (
  outFolder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ForgeRun> => {
  const { code, output } = await forge(["test"], { outFolder, env, timeoutMs });
  const failed = output.split("\n").filter((line) => line.startsWith("[FAIL"));
  const passed = Number(/: (\d+) tests passed/.exec(output)?.[1] ?? 0);
  return { passed, failed: code !== 0 && failed.length === 0 ? [output] : failed };
};
