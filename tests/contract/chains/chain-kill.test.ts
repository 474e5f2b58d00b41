/** Kills the server of local chains. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Contract, JsonRpcProvider, Network, Wallet } from "ethers";
import { expect, test } from "vitest";
import { chainOf } from "../../../resources/chains/chains.ts";
import { rechargeAbi } from "../../../resources/chains/contracts.ts";
import type { RuntimeConfig } from "../../../resources/runtime-config.ts";
import { processesOn, startCloudProcess, temporaryFolder } from "../../support/server/cloud-process.ts";
import { testDatabase } from "../../support/database/database.ts";
import { receiptOf, wholeChain } from "../../support/chains/evm-chain.ts";

const bsc = chainOf("bsc")!;
const dataDir = await temporaryFolder();
const { url: databaseUrl } = await testDatabase();
const start = () => startCloudProcess(dataDir, { DATABASE_URL: databaseUrl, EVM_BLOCK_MS: "50" });
const providerAt = (url: string): JsonRpcProvider => {
  const network = new Network("bsc of this cloud", bsc.chainId);
  return new JsonRpcProvider(`${url}/chain/bsc`, network, { staticNetwork: network, cacheTimeout: -1 });
};
const account = `0x${"c3".repeat(32)}`;

const rechargeOn = async (url: string): Promise<string> => {
  const { chains } = (await (await fetch(`${url}/config.json`)).json()) as RuntimeConfig;
  return chains.find(({ key }) => key === "bsc")!.contracts["recharge"]!;
};

test("killed right after a receipt, the chain keeps the receipt, the balance, the logs and every block hash", async () => {
  const first = start();
  const url = await first.ready;
  const provider = providerAt(url);
  const wallet = new Wallet(Wallet.createRandom().privateKey, provider);
  const asked = await fetch(`${url}/api/resource/faucet`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ chain: "bsc", address: wallet.address }),
  });
  expect(await asked.json()).toMatchObject({ code: 200 });
  const recharge = new Contract(await rechargeOn(url), rechargeAbi, wallet);
  const sent = await recharge.getFunction("mintByETH").send(account, { value: 10n ** 17n });
  const receipt = await receiptOf(provider, sent);
  const seen = await wholeChain(provider);
  const balance = await provider.getBalance(wallet.address);
  // The node gets no time to write its state.
  process.kill(Number(await readFile(join(dataDir, "evm", String(bsc.chainId), "pid"), "utf8")), "SIGKILL");
  await first.end("SIGKILL");
  provider.destroy();
  await expect.poll(() => processesOn(dataDir)).toEqual([]);

  const second = start();
  const after = providerAt(await second.ready);
  expect((await after.getTransactionReceipt(sent.hash))!.toJSON()).toEqual(receipt.toJSON());
  expect((await wholeChain(after)).slice(0, seen.length)).toEqual(seen);
  expect(await after.getBalance(wallet.address)).toBe(balance);
  expect(await new Contract(recharge.target, rechargeAbi, after).getFunction("minted").staticCall(account)).toBe(
    60_000_000n * 10n ** 18n,
  );
  // The confirming blocks are mined nevertheless.
  expect((await receiptOf(after, sent, bsc.confirmations)).status).toBe(1);
  after.destroy();
  await second.end("SIGTERM");
  await expect.poll(() => processesOn(dataDir)).toEqual([]);
});
