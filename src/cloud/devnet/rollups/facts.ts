/** Returns the public facts of a local rollup. */
import type { EvmChain } from "../../engines/evm/evm.ts";
import { coinbase } from "../evm/mirror.ts";
import { blockGasLimit } from "../../engines/evm/rpc/raw-transaction.ts";
import type { RollupFacts } from "../../engines/rollups/rollups.ts";
import { genesisOf } from "./genesis.ts";
import { addressesOf, contractsOf } from "./keys.ts";
import type { RollupRow } from "./rows.ts";

export const factsOf = (row: RollupRow, settlement: EvmChain): RollupFacts => {
  const { contract, bridge } = contractsOf(row);
  const { sequencer, batcher, proposer } = addressesOf(row);
  const { name, currency } = settlement.chain;
  const genesis = genesisOf(row);
  const path = `/rollup/${row.chain_id}`;
  return {
    provider: "embedded",
    rpc: path,
    ws: path,
    contractAddress: contract,
    bridgeAddress: bridge,
    config: {
      name: row.name,
      l1_chain_id: settlement.chainId,
      l2_chain_id: Number(row.chain_id),
      framework: row.framework,
      genesis: {
        timestamp: genesis.at,
        gas_limit: blockGasLimit,
        coinbase,
        alloc: Object.fromEntries(genesis.funded.map((address) => [address, { balance: String(genesis.balance) }])),
      },
      roles: { sequencer, batcher, proposer },
      settlement_contract: contract,
      bridge,
      withdraw_period_seconds: row.withdraw_period,
      gas_token: currency.symbol,
    },
    settlementName: `${name} (local)`,
    settlementChainId: settlement.chainId,
    settlementRpc: settlement.rpcUrl,
    gasBlockLimit: BigInt(blockGasLimit),
    withdrawPeriod: row.withdraw_period,
    gasToken: currency.symbol,
  };
};
