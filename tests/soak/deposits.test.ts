/** Deposits at full size: thousands of blocks with reorganizations, and a server with its chain that is killed repeatedly. */
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Contract, JsonRpcProvider, Network, Wallet } from "ethers";
import { privateKeyToAccount } from "viem/accounts";
import { expect, test, vi } from "vitest";
import { chainOf } from "../../resources/chains/chains.ts";
import { rechargeAbi } from "../../resources/chains/contracts.ts";
import type { RuntimeConfig } from "../../resources/runtime-config.ts";
import { callerOf } from "../support/server/api.ts";
import { startCloudProcess, temporaryFolder } from "../support/server/cloud-process.ts";
import { simulateDeposits } from "../support/billing/deposit-simulation.ts";
import { signIn } from "../support/account/sign-in.ts";

const kills = 25;
const longestWorkMs = 2500;
const longestStartMs = 120_000;
const gasLimit = 300_000n;

test.each([
  { seed: "shallow", rounds: 2000, confirmations: 8, deepestReorg: 7 },
  { seed: "deep", rounds: 1000, confirmations: 3, deepestReorg: 20 },
])("over thousands of blocks credited deposits equal those on the chain: $seed", async (size) => {
  const end = await simulateDeposits(size);
  expect(end.credited).toEqual(end.expected);
  expect(end.suspense).toBe(end.expectedSuspense);
  expect(end.audited).toMatchObject({ sums: { LAND: 0n, POINT: 0n }, wrongAccounts: [], isSound: true });
  expect(end.blocks).toBeGreaterThan(size.rounds);
  const { blocks, reorgs, reversed, crashes } = end;
  console.info(
    `${blocks} blocks, ${reorgs} reorganisations, ${reversed} events taken back, ${crashes} crashes: all is credited once.`,
  );
});

test("a server killed during payments credits each payment once", async () => {
  const dataDir = join(await temporaryFolder(), "data");
  const key = Wallet.createRandom().privateKey;
  const hashes: string[] = [];
  let cloud = startCloudProcess(dataDir);
  const payer = await payerAt(await cloud.ready, key);
  await payer.fund();
  for (let round = 0; round < kills; round += 1) {
    const before = hashes.length;
    const paying = (async () => {
      const { pay } = await payerAt(await cloud.ready, key);
      for (;;) hashes.push(await pay());
    })().catch(() => undefined);
    // Waits for payments in progress, regardless of the machine's speed.
    await vi.waitFor(() => expect(hashes.length).toBeGreaterThan(before), { timeout: longestStartMs, interval: 20 });
    await delay(Math.random() * longestWorkMs);
    await cloud.end("SIGKILL");
    await paying;
    cloud = startCloudProcess(dataDir);
  }
  const { minted, assets, records } = await payerAt(await cloud.ready, key);
  const settled = async () => {
    const [onChain, balance] = await Promise.all([minted(), assets()]);
    expect(balance).toBe(onChain);
    expect(onChain).toBeGreaterThanOrEqual(BigInt(hashes.length) * 10n ** 18n);
  };
  await vi.waitFor(settled, { timeout: 120_000, interval: 1000 });
  const credited = new Map((await records()).map(({ txHash, status }) => [txHash, status]));
  expect(hashes.filter((hash) => credited.get(hash) !== "CREDITED")).toEqual([]);
  expect(hashes.length).toBeGreaterThanOrEqual(kills);
  console.info(`${hashes.length} payments over ${kills} kills, each credited once.`);
  await cloud.end("SIGTERM");
});

/** A user who pays 0.01 of the coin at a time. */
const payerAt = async (url: string, key: string) => {
  const call = callerOf(url);
  const { chains } = (await (await fetch(`${url}/config.json`)).json()) as RuntimeConfig;
  const { rpcUrl, contracts } = chains.find((one) => one.key === "polygon")!;
  const network = new Network("polygon", chainOf("polygon")!.chainId);
  const options = { staticNetwork: network, cacheTimeout: -1 };
  const wallet = new Wallet(key, new JsonRpcProvider(new URL(rpcUrl, url).href, network, options));
  const recharge = new Contract(contracts["recharge"]!, rechargeAbi, wallet);
  const { accessToken: token } = await signIn(url, privateKeyToAccount(key as `0x${string}`));
  const get = async <T>(path: string) => (await call(`GET /api/${path}`, { token })).body.data as T;
  const { euid } = await get<{ euid: string }>("auth/user");
  return {
    fund: () => call("POST /api/resource/faucet", { token, body: { chain: "polygon", address: wallet.address } }),
    pay: async () => {
      const nonce = await wallet.getNonce("pending");
      const paid = { value: 10n ** 16n, gasLimit, gasPrice: 10n ** 10n, nonce };
      const { hash } = (await recharge.getFunction("mintByETH")(euid, paid)) as { hash: string };
      return hash;
    },
    minted: () => recharge.getFunction("minted")(euid) as Promise<bigint>,
    assets: async () => BigInt((await get<{ land: string }>("bill-consume/assets")).land),
    records: async () => {
      const rows: { txHash: string; status: string }[] = [];
      for (let page = 1; ; page += 1) {
        const path = `bill-consume/assets/record/list?size=100&page=${page}`;
        const { items } = await get<{ items: typeof rows }>(path);
        rows.push(...items);
        if (items.length < 100) return rows;
      }
    },
  };
};
