/** A rollup that is being made, when the cloud is killed. */
import { JsonRpcProvider, Network } from "ethers";
import { expect, test, vi } from "vitest";
import type { RollupDetail } from "../resources/raas/rollup-calls.ts";
import { processesOn, startCloudProcess, temporaryFolder } from "./support/cloud-process.ts";
import { testDatabase } from "./support/database.ts";
import { newOwner, ownerWith } from "./support/owner.ts";
import { depositLand, landUnit } from "./support/paying-team.ts";
import { freeChainId, oneClick } from "./support/raas.ts";
import { everybodyStands } from "./support/standing.ts";

const dataDir = await temporaryFolder();
const database = await testDatabase();
await everybodyStands(database);
const start = () => startCloudProcess(dataDir, { DATABASE_URL: database.url, EVM_BLOCK_MS: "50" });
const patience = { timeout: 90_000, interval: 20 };

test("killed while a paid rollup is being made, the cloud goes on with it after its start, and it is paid for once", async () => {
  const first = start();
  const { token, data } = await newOwner(await first.ready);
  const { items } = await data<{ items: { teamId: string }[] }>("GET /api/auth/cooperation/teams");
  const price = 18_000_000n * landUnit;
  await depositLand(database.db, items[0]!.teamId, 2n * price);
  const order = { ...oneClick, name: "phoenix", chainId: freeChainId(), purchasePlan: "DAY" };
  const { id } = await data<{ id: string }>("POST /api/raas/rollup/create", order);
  await data("POST /api/raas/rollup/transaction", { rollupId: id });
  await vi.waitFor(async () => {
    const { step } = await database.db
      .selectFrom("rollup")
      .select("step")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(["SETTLEMENT", "GENESIS", "BRIDGE", "FIRST_BATCH", "READY"]).toContain(step);
  }, patience);
  await first.end("SIGKILL");
  await expect.poll(() => processesOn(dataDir), { timeout: 20_000 }).toEqual([]);

  const second = start();
  const again = ownerWith(await second.ready, token);
  await vi.waitFor(async () => {
    const shown = await again.data<RollupDetail>(`GET /api/raas/rollup/detail/${id}`);
    expect([shown.status, shown.note]).toEqual([3, null]);
  }, patience);
  const { details } = await again.data<{ details: object[] }>(`GET /api/raas/rollup/bills?rollupId=${id}`);
  expect(details).toHaveLength(1);
  expect(await again.data("GET /api/bill-consume/assets")).toEqual({ land: price.toString() });
  const network = new Network("phoenix", BigInt(order.chainId));
  const provider = new JsonRpcProvider(`${await second.ready}/rollup/${order.chainId}`, network, {
    staticNetwork: network,
  });
  expect(await provider.getBlockNumber()).toBeGreaterThanOrEqual(0);
  provider.destroy();
  await second.end("SIGTERM");
  await expect.poll(() => processesOn(dataDir), { timeout: 20_000 }).toEqual([]);
});
