/** The Solidity compiler of the project's own contracts, as an author of contracts uses it. */
import { mkdir, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { InterfaceAbi } from "ethers";
import { root } from "../hosting/source-files.ts";

const require = createRequire(import.meta.url);
const solc = require("solc") as { compile(input: string): string };
export const { version: solcVersion } = require("solc/package.json") as { version: string };

const optimized = { optimizer: { enabled: true, runs: 200 }, evmVersion: "paris" };

/** Standard JSON of sources by path. */
export const solcInput = (sources: Readonly<Record<string, string>>, settings: object = optimized) => ({
  language: "Solidity",
  sources: Object.fromEntries(Object.entries(sources).map(([path, content]) => [path, { content }])),
  settings,
});

type Contracts = Record<string, Record<string, { abi: InterfaceAbi; evm: { bytecode: { object: string } } }>>;

/** Returns what a deployment needs. */
export const compiled = (input: ReturnType<typeof solcInput>, path: string, name: string) => {
  const settings = { ...input.settings, outputSelection: { "*": { "*": ["abi", "evm.bytecode"] } } };
  const { contracts } = JSON.parse(solc.compile(JSON.stringify({ ...input, settings }))) as { contracts: Contracts };
  const { abi, evm } = contracts[path]![name]!;
  return { abi, bytecode: `0x${evm.bytecode.object}` };
};

/** Gives a server the compiler in place of the copy that it would install from the registry. */
export const provideSolc = async (dataDir: string): Promise<void> => {
  const modules = join(dataDir, "compilers", `solc-${solcVersion}`, "node_modules");
  await mkdir(modules, { recursive: true });
  await symlink(join(root, "node_modules/solc"), join(modules, "solc"));
};
