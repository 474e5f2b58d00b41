/** Runs forge from npm with npm's own compiler. Nothing is downloaded. */
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { capture } from "./processes.mjs";
import { root } from "./root.mjs";

const contractsFolder = join(root, "src/cloud/contracts");
export const artifactsFile = join(contractsFolder, "artifacts.json");

/** Contracts that the server deploys or calls without deploying, one per file of the same name. */
export const contractNames = [
  "Registration",
  "Recharge",
  "PriceFeed",
  "TestUsd",
  "ResourcePurchase",
  "BoostNft",
  "NftStaking",
  "BoostToken",
  "TokenStaking",
  "RollupSettlement",
  "RollupBridge",
  "SignatureValidator",
];

/** Runs forge on the contracts or another project; output goes below `outFolder`. Returns `{ code, output }`. */
export const forge = (args, { outFolder, env, timeoutMs, project = root }) =>
  capture(forgeProgram(), [...args, "--root", project], {
    env: {
      FOUNDRY_CONFIG: join(contractsFolder, "foundry.toml"),
      FOUNDRY_SOLC: join(root, "scripts/lib/solc.mjs"),
      FOUNDRY_OUT: join(outFolder, "out"),
      FOUNDRY_CACHE_PATH: join(outFolder, "cache"),
      // Records of failed runs, and an empty home directory without user settings.
      FOUNDRY_INVARIANT_FAILURE_PERSIST_DIR: join(outFolder, "invariant"),
      FOUNDRY_FUZZ_FAILURE_PERSIST_DIR: join(outFolder, "fuzz"),
      HOME: outFolder,
      NO_COLOR: "1",
      ...env,
    },
    timeoutMs,
  });

/** Returns the content of artifacts.json: ABI and creation code of every contract, as just compiled by forge. */
export const artifactsOf = (outFolder) => {
  const artifacts = contractNames.map((name) => {
    const file = join(outFolder, "out", `${name}.sol`, `${name}.json`);
    const { abi, bytecode } = JSON.parse(readFileSync(file, "utf8"));
    return [name, { abi, bytecode: bytecode.object }];
  });
  return `${JSON.stringify(Object.fromEntries(artifacts))}\n`;
};

const forgeProgram = () => {
  const name = `@foundry-rs/forge-${process.platform}-${process.arch === "x64" ? "amd64" : process.arch}`;
  const packages = createRequire(import.meta.url);
  try {
    const program = join(dirname(packages.resolve(`${name}/package.json`)), "bin/forge");
    if (existsSync(program)) return program;
  } catch {
    // Reported below.
  }
  throw new Error(`forge not found: npm did not install ${name}.`);
};
