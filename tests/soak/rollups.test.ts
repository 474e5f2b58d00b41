/** Runs ten rollups on a full server with a separate database: memory use, and recovery from a kill. */
import { JsonRpcProvider, Network, Wallet } from "ethers";
import { expect, test } from "vitest";
import { processesOn, startCloudProcess, temporaryFolder } from "../support/server/cloud-process.ts";
import { receiptOf, wholeChain } from "../support/chains/evm-chain.ts";
import { newOwner, ownerWith } from "../support/account/owner.ts";
import { patience } from "../support/patience.ts";
import { proportionalBytes } from "../support/server/process-memory.ts";
import { unlockAllUsersOn } from "../support/billing/unlocks.ts";

const count = 10;
const transactionsEach = 20;
const bytesMax = 1024 ** 3;
const minutes = { timeout: 300_000, interval: 200 };

const dataDir = await temporaryFolder();
const providerAt = (url: string, chainId: number): JsonRpcProvider => {
  const network = new Network("a rollup", chainId);
  return new JsonRpcProvider(`${url}/rollup/${chainId}`, network, { staticNetwork: network, cacheTimeout: -1 });
};

test("ten running rollups and the server use less than 1 GB, and lose nothing in a kill", async () => {
  const first = startCloudProcess(dataDir);
  const url = await first.ready;
  await unlockAllUsersOn(dataDir);
  const choice = { framework: "OP", daLayer: "SETTLEMENT", settlement: "ETHEREUM", network: "TESTNET" };
  const made = [];
  for (let number = 0; number < count; number += 1) {
    const user = await newOwner(url);
    const chainId = 7_700_100 + number;
    const order = { ...choice, name: `Harbour ${number}`, chainId: String(chainId), purchasePlan: "FREE" };
    const { id } = await user.data<{ id: string }>("POST /api/raas/rollup/create", order);
    made.push({ id, chainId, token: user.token });
  }
  for (const { id, chainId, token } of made) {
    const user = ownerWith(url, token);
    const statusOf = async () => (await user.data<{ status: number }>(`GET /api/raas/rollup/detail/${id}`)).status;
    await expect.poll(statusOf, minutes).toBe(3);
    const provider = providerAt(url, chainId);
    const wallet = new Wallet(Wallet.createRandom().privateKey, provider);
    const given = await user.data<{ hash: string }>(`POST /api/raas/chain/${chainId}/faucet`, {
      address: wallet.address,
    });
    await receiptOf(provider, given);
    for (let sent = 0; sent < transactionsEach; sent += 1)
      await receiptOf(provider, await wallet.sendTransaction({ to: Wallet.createRandom().address, value: 1n }));
    provider.destroy();
  }
  const pids = processesOn(dataDir).map((line) => Number(line.split(" ")[0]));
  const bytes = await Promise.all(pids.map(proportionalBytes));
  const all = bytes.reduce((sum, each) => sum + each, 0);
  console.info(
    `Ten rollups with the cloud and its database: ${Math.round(all / 1024 ** 2)} MB in ${pids.length} processes.`,
  );
  expect(all).toBeLessThan(bytesMax);

  const chains = await Promise.all(made.map(({ chainId }) => wholeChain(providerAt(url, chainId))));
  await first.end("SIGKILL");
  await expect.poll(() => processesOn(dataDir), patience).toEqual([]);
  const second = startCloudProcess(dataDir);
  const again = await second.ready;
  for (const [place, { chainId }] of made.entries()) {
    const provider = providerAt(again, chainId);
    expect((await wholeChain(provider)).slice(0, chains[place]!.length)).toEqual(chains[place]);
    provider.destroy();
  }
  await second.end("SIGTERM");
});
