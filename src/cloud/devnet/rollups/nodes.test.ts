/** Tests the memory use and idle stop of rollup nodes. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { proportionalBytes } from "../../../../tests/support/server/process-memory.ts";
import { patience } from "../../../../tests/support/patience.ts";
import { rollupOrder, rollupProvider, settled, testRollups } from "../../../../tests/support/chains/rollups.ts";

const rollups = await testRollups({ idleMs: 3_000 });
const orders = [rollupOrder(), rollupOrder(), rollupOrder()];
beforeAll(async () => {
  await Promise.all(orders.map((order) => rollups.create(order, async () => undefined)));
});

test("each node uses a small share of the memory for ten", async () => {
  for (const order of orders) {
    await rollupProvider(rollups, order).getBlockNumber();
    const pid = Number(await readFile(join(rollups.evm.dataDir, "rollups", order.id, "pid"), "utf8"));
    expect(await proportionalBytes(pid)).toBeLessThan(50 * 1024 * 1024);
  }
});

test("an idle node is stopped and starts with the next request", async () => {
  const [order] = orders;
  const height = await settled(rollups, order!.id);
  await expect.poll(async () => (await rollups.health(order!.id)).awake, patience).toBe(false);
  expect(await rollupProvider(rollups, order!).getBlockNumber()).toBe(height);
  expect((await rollups.health(order!.id)).awake).toBe(true);
});
