import { rollupRoles } from "../../../../resources/raas/rollups.ts";
import type { Db } from "../../engines/database/database.ts";
import type { EvmChain } from "../../engines/evm/evm.ts";
import type { RollupHealth } from "../../engines/rollups/rollups.ts";
import { addressesOf } from "./keys.ts";
import { chainKeyOf, type RollupRow } from "./rows.ts";

export interface HealthDeps {
  readonly db: Db;
  readonly row: RollupRow;
  readonly settlement: EvmChain;
  readonly isAwake: boolean;
}

/** Reads a rollup's health. Does not start its node; starts the settlement chain for the balances of the roles. */
export const readHealth = async ({ db, row, settlement, isAwake }: HealthDeps): Promise<RollupHealth> => {
  const [last, provider] = await Promise.all([
    db
      .selectFrom("evm_block")
      .select(["number", "timestamp"])
      .where("chain", "=", chainKeyOf(row.id))
      .orderBy("number", "desc")
      .limit(1)
      .executeTakeFirst(),
    settlement.connect(),
  ]);
  const addresses = addressesOf(row);
  const roles = rollupRoles.map(async (role) => {
    const address = addresses[role];
    return { role, address, balance: await provider.getBalance(address) };
  });
  return {
    awake: isAwake,
    height: last?.number ?? 0,
    batched: row.batched,
    proposed: row.proposed,
    blockAt: last ? Number(last.timestamp) : null,
    batchAt: row.batch_at === null ? null : Number(row.batch_at),
    gasPrice: BigInt(row.gas_price),
    roles: await Promise.all(roles),
  };
};
