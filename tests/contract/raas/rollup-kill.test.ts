/** Kills the server of a local rollup. */
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { JsonRpcProvider, Network, Wallet } from "ethers";
import { expect, test, vi } from "vitest";
import {
  processesOn,
  startCloudProcess,
  temporaryFolder,
  type CloudProcess,
} from "../../support/server/cloud-process.ts";
import { testDatabase } from "../../support/database/database.ts";
import { receiptOf, wholeChain } from "../../support/chains/evm-chain.ts";
import { newOwner, ownerWith } from "../../support/account/owner.ts";
import { patience } from "../../support/patience.ts";
import { unlockAllUsers } from "../../support/billing/unlocks.ts";

const dataDir = await temporaryFolder();
const database = await testDatabase();
await unlockAllUsers(database);
const chainId = 1_000_000_000 + randomBytes(4).readUInt32BE();
const start = (): CloudProcess => startCloudProcess(dataDir, { DATABASE_URL: database.url, EVM_BLOCK_MS: "50" });
const killed = async (cloud: CloudProcess): Promise<void> => {
  await cloud.end("SIGKILL");
  await expect.poll(() => processesOn(dataDir), patience).toEqual([]);
};
const providerAt = (url: string): JsonRpcProvider => {
  const network = new Network("a rollup", chainId);
  return new JsonRpcProvider(`${url}/rollup/${chainId}`, network, { staticNetwork: network, cacheTimeout: -1 });
};

type User = Awaited<ReturnType<typeof newOwner>>;
interface Health {
  readonly height: number;
  readonly batched: number;
  readonly proposed: number;
}
const healthOf = (user: User, id: string) => user.data<Health>(`GET /api/raas/rollup/${id}/health`);
const linesOf = async (user: User, id: string) => {
  const roles = ["sequencer", "batcher", "proposer"].map((role) =>
    user.data<{ items: { content: string }[] }>(`GET /api/raas/rollup/${id}/${role}/logs`),
  );
  return (await Promise.all(roles)).map(({ items }) => items.map(({ content }) => content));
};

test("killed during creation and right after a receipt, a rollup keeps its heights, balances and logs, and each block is posted once", async () => {
  const first = start();
  const user = await newOwner(await first.ready);
  const choice = { framework: "OP", daLayer: "SETTLEMENT", settlement: "ETHEREUM", network: "TESTNET" };
  const order = { ...choice, name: "Harbour", chainId: String(chainId), purchasePlan: "FREE" };
  const { id } = await user.data<{ id: string }>("POST /api/raas/rollup/create", order);
  const made = database.db.selectFrom("rollup_chain").select("id").where("id", "=", id);
  await vi.waitFor(async () => expect(await made.executeTakeFirst()).toBeDefined(), patience);
  await killed(first);

  const second = start();
  const secondUrl = await second.ready;
  const again = ownerWith(secondUrl, user.token);
  const statusOf = async () => (await again.data<{ status: number }>(`GET /api/raas/rollup/detail/${id}`)).status;
  await expect.poll(statusOf, patience).toBe(3);
  const provider = providerAt(secondUrl);
  const wallet = new Wallet(Wallet.createRandom().privateKey, provider);
  const { hash } = await again.data<{ hash: string }>(`POST /api/raas/chain/${chainId}/faucet`, {
    address: wallet.address,
  });
  await receiptOf(provider, { hash });
  const to = Wallet.createRandom().address;
  const receipt = await receiptOf(provider, await wallet.sendTransaction({ to, value: 7n }));
  const [seen, lines] = [await wholeChain(provider), await linesOf(again, id)];
  // The node gets no time to write its state.
  process.kill(Number(await readFile(join(dataDir, "rollups", id, "pid"), "utf8")), "SIGKILL");
  provider.destroy();
  await killed(second);

  const third = start();
  const thirdUrl = await third.ready;
  const last = ownerWith(thirdUrl, user.token);
  const after = providerAt(thirdUrl);
  expect((await after.getTransactionReceipt(receipt.hash))!.toJSON()).toEqual(receipt.toJSON());
  expect((await wholeChain(after)).slice(0, seen.length)).toEqual(seen);
  expect(await after.getBalance(to)).toBe(7n);
  await vi.waitFor(async () => {
    const { height, batched, proposed } = await healthOf(last, id);
    expect([height, batched, proposed]).toEqual([receipt.blockNumber + 2, height, height]);
  }, patience);
  const found = await linesOf(last, id);
  lines.forEach((role, place) => expect(found[place]!.slice(0, role.length)).toEqual(role));
  const ranges = found[1]!.map((line) => /: \d+ blocks?, (\d+) to (\d+), in 0x/.exec(line)!.slice(1).map(Number));
  expect(
    ranges.flatMap(([from, to]) => Array.from({ length: to! - from! + 1 }, (_each, place) => from! + place)),
  ).toEqual(Array.from({ length: receipt.blockNumber + 2 }, (_each, place) => place + 1));
  after.destroy();
  await third.end("SIGTERM");
  await expect.poll(() => processesOn(dataDir), patience).toEqual([]);
});
