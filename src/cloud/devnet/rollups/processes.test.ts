/** Tests two processes on one database, as on two machines. */
import { Contract, Wallet } from "ethers";
import { expect, test } from "vitest";
import { rollupSettlementAbi } from "../../../../resources/raas/contracts.ts";
import { testEvm } from "../../../../tests/support/chains/evm.ts";
import { receiptOf } from "../../../../tests/support/chains/evm-chain.ts";
import { rollupOrder, rollupProvider, settled, testRollups } from "../../../../tests/support/chains/rollups.ts";

const first = await testRollups();
const second = await testRollups({ evm: await testEvm({ database: first.evm.database }) });
const order = rollupOrder();

test("both serve the same chain, and its roles post and pay everything once", async () => {
  const { contractAddress } = await first.create(order, async () => undefined);
  const { wallet, provider: settlement } = await first.evm.richWallet("ethereum");
  const contract = new Contract(contractAddress, rollupSettlementAbi, wallet);
  const clients = [rollupProvider(first, order), rollupProvider(second, order)];
  for (const [place, rollups] of [first, second, first, second].entries()) {
    const to = Wallet.createRandom().address;
    await receiptOf(settlement, await contract.getFunction("deposit").send(to, { value: 5n }));
    const hash = await rollups.faucet(order.id, to);
    await receiptOf(clients[(place + 1) % 2]!, { hash });
  }
  await expect
    .poll(
      async () => (await first.bridgeMoves(order.id, wallet.address)).deposits.map(({ paidHash }) => paidHash !== null),
      {
        timeout: 90_000,
      },
    )
    .toEqual([true, true, true, true]);
  const height = await settled(first, order.id);
  const [one, other] = await Promise.all(clients.map((client) => client.getBlock(height)));
  expect(one!.hash).toBe(other!.hash);
  // Every transaction took effect: the contracts rejected none.
  const { roles } = await second.health(order.id);
  const sent = await Promise.all(roles.map(({ address }) => settlement.getTransactionCount(address)));
  const count = async (name: string) => Number(await contract.getFunction(name).staticCall());
  expect(sent).toEqual([0, await count("batchCount"), await count("outputCount")]);
  expect(await clients[0]!.getTransactionCount(roles[0]!.address)).toBe(5);
  expect([...first.faults, ...second.faults]).toEqual([]);
});
