import { test, expect } from "vitest";
import { testRollups, rollupOrder } from "../../../../../tests/support/rollups.ts";
const rollups = await testRollups();
test("first look", async () => {
  const order = rollupOrder();
  const steps: string[] = [];
  const t = Date.now();
  const facts = await rollups.create(order, async (step) => void steps.push(step + " " + (Date.now() - t)));
  console.log(steps, facts, Date.now() - t);
  console.log(await rollups.health(order.id));
  for (const role of ["sequencer", "batcher", "proposer"] as const) console.log(await rollups.logs(order.id, role, 0));
  console.log(rollups.faults);
  expect(
    await rollups.handle(order.chainId, { jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] }),
  ).toMatchObject({ result: "0x" + order.chainId.toString(16) });
});
