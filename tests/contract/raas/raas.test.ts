/** Rollups with unmodified clients, on a server that runs them locally. */
import { JsonRpcProvider, parseEther, Wallet } from "ethers";
import { createPublicClient, http } from "viem";
import { beforeAll, expect, test, vi } from "vitest";
import type { PublicRollup } from "../../../resources/raas/public-calls.ts";
import type { RollupDetail } from "../../../resources/raas/rollup-calls.ts";
import { testCloud, type TestCloud } from "../../support/server/cloud.ts";
import { atFileEnd } from "../../support/file-end.ts";
import { newOwner } from "../../support/account/owner.ts";
import { depositLand, landUnit } from "../../support/billing/paying-team.ts";
import { freeChainId, oneClick } from "../../support/chains/raas.ts";
import { providerAt } from "../../../src/cloud/engines/evm/provider.ts";

let cloud: TestCloud;
beforeAll(async () => {
  cloud = await testCloud({ EVM_BLOCK_MS: "20" });
});

const patience = { timeout: 90_000, interval: 100 };
const million = 1_000_000n * landUnit;
const [running, terminated] = [3, 4];
type Owner = Awaited<ReturnType<typeof richOwner>>;

const richOwner = async (millions: bigint) => {
  const owner = await newOwner(cloud.url);
  const { items } = await owner.data<{ items: { teamId: string }[] }>("GET /api/auth/cooperation/teams");
  const { teamId } = items[0]!;
  await depositLand(cloud.database.db, teamId, millions * million);
  return { ...owner, teamId };
};

const order = async (owner: Owner, purchasePlan: string, name = "orchard") => {
  const chainId = freeChainId();
  const made = { ...oneClick, name, chainId, purchasePlan };
  const { id } = await owner.data<{ id: string }>("POST /api/raas/rollup/create", made);
  return { id, chainId };
};
const becomes = (owner: Owner, id: string, status: number): Promise<RollupDetail> =>
  vi.waitFor(async () => {
    const shown = await owner.data<RollupDetail>(`GET /api/raas/rollup/detail/${id}`);
    if (shown.status !== status) throw new Error(`still ${shown.status}: ${shown.note}`);
    return shown;
  }, patience);
const rpcOf = (chainId: string): string => `${cloud.url}/rollup/${chainId}`;
const clientOf = (chainId: string): JsonRpcProvider => {
  const provider = providerAt(rpcOf(chainId), Number(chainId));
  atFileEnd(async () => provider.destroy());
  return provider;
};

test("a rollup is ordered, paid for in LAND, created, and used by ethers and viem; its health and logs show its state", async () => {
  const owner = await richOwner(40n);
  const { id, chainId } = await order(owner, "DAY");
  await owner.data("POST /api/raas/rollup/transaction", { rollupId: id });
  const { detail } = await becomes(owner, id, running);
  expect(detail).toMatchObject({ provider: "embedded", rpc: `/rollup/${chainId}`, bridgeAssets: `/bridge/${chainId}` });
  expect(JSON.parse(detail!.rollupConfig)).toBeTypeOf("object");

  const wallet = new Wallet(Wallet.createRandom().privateKey, clientOf(chainId));
  const faucet = { body: { address: wallet.address } };
  expect((await owner.call(`POST /api/raas/chain/${chainId}/faucet`, faucet)).status).toBe(200);
  expect((await owner.call(`POST /api/raas/chain/${chainId}/faucet`, faucet)).status).toBe(429);
  await vi.waitFor(
    async () => expect(await wallet.provider!.getBalance(wallet.address)).toBe(parseEther("1")),
    patience,
  );
  const { address: to } = Wallet.createRandom();
  const sent = await wallet.sendTransaction({ to, value: 5n });
  expect((await sent.wait())?.status).toBe(1);
  const viem = createPublicClient({ transport: http(rpcOf(chainId)) });
  expect(await viem.getChainId()).toBe(Number(chainId));
  expect(await viem.getBalance({ address: to as `0x${string}` })).toBe(5n);

  await vi.waitFor(async () => {
    const health = await owner.data<{ height: number; batched: number; roles: object[] }>(
      `GET /api/raas/rollup/${id}/health`,
    );
    expect(BigInt(health.height)).toBeGreaterThan(0n);
    expect(health.batched).toBeGreaterThanOrEqual(sent.blockNumber ?? 1);
    expect(health.roles).toHaveLength(3);
  }, patience);
  for (const role of ["sequencer", "batcher", "proposer"]) {
    const { items, next } = await owner.data<{ items: { content: string }[]; next: number }>(
      `GET /api/raas/rollup/${id}/${role}/logs`,
    );
    expect([items.length > 0, next >= items.length]).toEqual([true, true]);
  }
  const { body } = await owner.call(`GET /api/raas/chain/${chainId}`);
  expect(body.data as PublicRollup).toMatchObject({ chainId, name: "orchard", faucet: true });
  await owner.data(`POST /api/raas/rollup/${id}/batcher/fund`);
});

test("an expired rollup stops; renewed, it continues where it stopped; terminated, it is deleted", async () => {
  const owner = await richOwner(20n);
  const { id, chainId } = await order(owner, "FREE", "brief");
  await becomes(owner, id, running);
  const viem = createPublicClient({ transport: http(rpcOf(chainId), { retryCount: 0 }) });
  await owner.call(`POST /api/raas/chain/${chainId}/faucet`, { body: { address: Wallet.createRandom().address } });
  const height = await vi.waitFor(async () => {
    const found = await viem.getBlockNumber({ cacheTime: 0 });
    expect(found).toBeGreaterThan(0n);
    return found;
  }, patience);

  await cloud.database.db.updateTable("rollup").set({ expires_at: new Date() }).where("id", "=", id).execute();
  const ended = await becomes(owner, id, terminated);
  expect(ended.renewableUntil).toBeGreaterThan(Date.now() / 1000);
  await vi.waitFor(() => expect(viem.getBlockNumber({ cacheTime: 0 })).rejects.toThrow(), patience);
  expect((await owner.call(`GET /api/raas/chain/${chainId}`)).body.code).toBe("ROLLUP_GONE");

  await owner.data(`POST /api/raas/rollup/${id}/renew`, { purchasePlan: "DAY" });
  await becomes(owner, id, running);
  const later = await vi.waitFor(() => viem.getBlockNumber({ cacheTime: 0 }), patience);
  expect(later).toBeGreaterThanOrEqual(height);

  await owner.data(`POST /api/raas/rollup/${id}/terminate`);
  await vi.waitFor(() => expect(viem.getBlockNumber({ cacheTime: 0 })).rejects.toThrow(), patience);
  expect((await owner.call("POST /api/raas/rollup/create", again(chainId, owner))).status).toBe(409);
});

/** Orders another trial, on the chain ID of one whose blocks are still stored. */
const again = (chainId: string, { token }: Pick<Owner, "token">) => ({
  token,
  body: { ...oneClick, name: "again", chainId, purchasePlan: "FREE" },
});

test("deleting an account deletes its rollups", async () => {
  const owner = await richOwner(0n);
  const { id, chainId } = await order(owner, "FREE", "mortal");
  await becomes(owner, id, running);
  const { rollups } = await owner.data<{ rollups: number }>("GET /api/auth/user/contents");
  expect(rollups).toBe(1);
  const { username } = await owner.data<{ username: string }>("GET /api/auth/user");
  const gone = await owner.call("DELETE /api/auth/user", { token: owner.token, body: { confirm: username } });
  expect(gone.status).toBe(200);
  const viem = createPublicClient({ transport: http(rpcOf(chainId), { retryCount: 0 }) });
  await vi.waitFor(() => expect(viem.getBlockNumber({ cacheTime: 0 })).rejects.toThrow(), patience);
});

test("no request caused a server error", () => expect(cloud.faults).toEqual([]));
