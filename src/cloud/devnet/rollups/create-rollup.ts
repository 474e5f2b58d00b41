/** Creates a local rollup step by step. Each step is checked before it runs, so that creation resumes after a crash. */
import { ContractFactory } from "ethers";
import type { Evm, EvmChain } from "../../engines/evm/evm.ts";
import { readArtifacts } from "../../engines/evm/artifacts.ts";
import type { RollupOrder, RollupStep } from "../../engines/rollups/rollups.ts";
import { addressesOf, contractsOf } from "./keys.ts";
import type { Rollup } from "./rollup.ts";
import { sendAll } from "./send.ts";

export interface CreationDeps {
  readonly order: Pick<RollupOrder, "chainId" | "settlement">;
  readonly rollup: Rollup;
  readonly settlement: EvmChain;
  readonly faucet: NonNullable<Evm["faucet"]>;
  onStep(step: RollupStep): Promise<void>;
}

/** Runs all steps from funding the roles to the first output. The keys exist already. */
export const createRollup = async (deps: CreationDeps): Promise<void> => {
  const { rollup, onStep } = deps;
  const { bridge } = contractsOf(rollup.row);
  await onStep("SETTLEMENT");
  await fundAccounts(deps);
  await deployContract(deps);
  await onStep("GENESIS");
  // The first request starts the chain.
  await rollup.chain.provider.getBlockNumber();
  await onStep("BRIDGE");
  if ((await rollup.chain.provider.getCode(bridge)) === "0x") throw new Error("The rollup's bridge was not deployed.");
  await onStep("FIRST_BATCH");
  await rollup.work();
};

const fundAccounts = async ({ rollup, order, settlement, faucet }: CreationDeps): Promise<void> => {
  const provider = await settlement.connect();
  const { sequencer, batcher, proposer, deployer } = addressesOf(rollup.row);
  for (const address of [sequencer, batcher, proposer, deployer])
    if ((await provider.getBalance(address)) === 0n) await faucet(order.settlement, address);
};

const deployContract = async ({ rollup, order, settlement }: CreationDeps): Promise<void> => {
  const provider = await settlement.connect();
  const { contract } = contractsOf(rollup.row);
  const { batcher, proposer } = addressesOf(rollup.row);
  const { abi, bytecode } = (await readArtifacts<"RollupSettlement">()).RollupSettlement;
  const args = [order.chainId, batcher, proposer, rollup.row.withdraw_period];
  const { data } = await new ContractFactory(abi as never, bytecode).getDeployTransaction(...args);
  const outcome = await sendAll(await rollup.settlementWallet("deployer"), async () =>
    (await provider.getCode(contract)) === "0x" ? { data } : undefined,
  );
  if (outcome === "poor") throw new Error("The deployer account has insufficient funds.");
};
