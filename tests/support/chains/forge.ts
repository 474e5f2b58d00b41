import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { forge } from "../../../scripts/lib/forge.mjs";

export interface ForgeRun {
  readonly passed: number;
  /** Forge's output for each failed test, or the reason why the tests couldn't run. */
  readonly failed: readonly string[];
}

const timeoutMs = 1_800_000;

/** Compiles the contracts into a folder and runs their tests, more of them with `env` (FOUNDRY_FUZZ_RUNS …). */
export const runForgeTests = async (
  outFolder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ForgeRun> => {
  const { code, output } = await forge(["test"], { outFolder, env, timeoutMs });
  const failed = output.split("\n").filter((line) => line.startsWith("[FAIL"));
  const passed = Number(/: (\d+) tests passed/.exec(output)?.[1] ?? 0);
  return { passed, failed: code !== 0 && failed.length === 0 ? [output] : failed };
};

/** Deploys a small contract with `forge create`. Returns its address. */
export const deployByForge = async (
  folder: string,
  { rpcUrl, privateKey }: { readonly rpcUrl: string; readonly privateKey: string },
): Promise<string> => {
  await mkdir(join(folder, "src"), { recursive: true });
  await writeFile(join(folder, "src/Note.sol"), note);
  const env = { FOUNDRY_CONFIG: join(folder, "foundry.toml"), FOUNDRY_SRC: "src" };
  await writeFile(env.FOUNDRY_CONFIG, "[profile.default]\n");
  const options = ["src/Note.sol:Note", "--rpc-url", rpcUrl, "--private-key", privateKey, "--broadcast"];
  const { output } = await forge(["create", ...options], { project: folder, outFolder: folder, env, timeoutMs });
  const address = /Deployed to: (0x[0-9a-fA-F]{40})/.exec(output)?.[1];
  if (!address) throw new Error(`forge has deployed nothing:\n${output}`);
  return address;
};

const note = `// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.0;
contract Note { uint256 public number = 7; }
`;
