/** What a server loads of src/cloud/devnet: all of it by default, none of it when every network is a real one. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startCloudProcess, temporaryFolder } from "../../support/server/cloud-process.ts";
import { testDatabase } from "../../support/database/database.ts";

/** Prints the URL of every module of the devnet when it is loaded. */
const tellModules = `import { registerHooks } from "node:module";
registerHooks({ load: (url, context, next) => {
  if (url.includes("/src/cloud/devnet/")) console.log("loaded " + url);
  return next(url, context);
} });`;
const preload = `--import=data:text/javascript,${encodeURIComponent(tellModules)}`;

/** The networks whose stand-ins a started server has loaded. */
const loadedBy = async (settings: Record<string, string>): Promise<string[]> => {
  const { url: databaseUrl } = await testDatabase();
  const options = [process.env["NODE_OPTIONS"], preload].filter(Boolean).join(" ");
  const cloud = startCloudProcess(await temporaryFolder(), {
    ...settings,
    DATABASE_URL: databaseUrl,
    NODE_OPTIONS: options,
  });
  await cloud.ready;
  await cloud.end("SIGTERM");
  const names = [...cloud.output().matchAll(/^loaded \S*\/devnet\/([^/]+)\//gm)].map(([, name]) => name!);
  return [...new Set(names)].toSorted();
};

test("by default, every network has its stand-in on this machine", async () => {
  expect(await loadedBy({})).toEqual(["arweave", "bot", "evm", "rollups", "solana", "ton", "zksync-lite"]);
});

test("a server whose networks are all external loads no stand-in", async () => {
  const folder = await temporaryFolder();
  const chains = join(folder, "chains.json");
  // Nothing answers there. A server starts while its networks are away.
  const nowhere = "http://127.0.0.1:9";
  await writeFile(chains, JSON.stringify({ polygon: { rpcUrl: nowhere, contracts: {} } }));
  const external = {
    ARWEAVE_URL: nowhere,
    BOT_TOKEN: `123456:${"a".repeat(35)}`,
    BOT_API_URL: nowhere,
    EVM_CHAINS_FILE: chains,
    ROLLUP_PROVIDER_URL: nowhere,
    SOLANA_RPC_URL: nowhere,
    TON_URL: nowhere,
    TON_COLLECTOR: `kQ${"A".repeat(46)}`,
    ZKSYNC_LITE_URL: nowhere,
  };
  expect(await loadedBy(external)).toEqual([]);
});
