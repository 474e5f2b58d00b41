import { Contract } from "ethers";
import { expect, test } from "vitest";
import { rollupSettlementAbi } from "../../../../resources/raas/contracts.ts";
import { rollupOrder, rollupProvider, settled, testRollups } from "../../../../tests/support/chains/rollups.ts";
import type { RollupStep } from "../../engines/rollups/rollups.ts";

const rollups = await testRollups();
const { evm } = rollups;

test("creation resumes at any interrupted step and repeats none", async () => {
  const order = rollupOrder({ settlement: "bsc" });
  const steps: RollupStep[] = ["KEYS", "SETTLEMENT", "GENESIS", "BRIDGE", "FIRST_BATCH", "READY"];
  for (const breaking of steps) {
    const broken = rollups.create(order, async (step) => {
      if (step === breaking) throw new Error(`Killed at ${step}`);
    });
    await expect(broken).rejects.toThrow();
  }
  const facts = await rollups.create(order, async () => undefined);
  expect(facts).toMatchObject({ settlementChainId: 56, gasToken: "BNB", settlementRpc: "/chain/bsc" });
  const height = await settled(rollups, order.id);
  const provider = await evm.find("bsc")!.connect();
  const contract = new Contract(facts.contractAddress, rollupSettlementAbi, provider);
  expect(Number(await contract.getFunction("nextBlock").staticCall())).toBe(height + 1);
  // The deployer sent one transaction for each contract.
  expect(await provider.getTransactionCount(await deployerOf(order.id))).toBe(1);
  const { roles } = await rollups.health(order.id);
  expect(await rollupProvider(rollups, order).getTransactionCount(roles[0]!.address)).toBe(1);
});

test("a chain ID that is in use or not a safe integer is rejected", async () => {
  const first = rollupOrder();
  await rollups.create(first, async () => undefined);
  const second = rollups.create(rollupOrder({ chainId: first.chainId }), async () => undefined);
  await expect(second).rejects.toThrow("This chain ID has just been taken. Choose another.");
  const large = rollups.create(rollupOrder({ chainId: 9_999_999_999_999_998 }), async () => undefined);
  await expect(large).rejects.toThrow("This chain ID is too large. Choose another.");
});

const deployerOf = async (id: string): Promise<string> => {
  const row = await evm.database.db
    .selectFrom("rollup_chain")
    .select("addresses")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return row.addresses["deployer"]!;
};
