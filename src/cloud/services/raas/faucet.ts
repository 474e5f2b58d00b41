import { rollupFaucetCoins, rollupFaucetSeconds } from "../../../../resources/raas/limits.ts";
import { AppError } from "../../app-error.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import { parseAddress } from "./abi.ts";
import type { RaasDeps } from "./deps.ts";
import { refuseGone } from "./gone.ts";
import { isCarried, runningByChain } from "./rows.ts";

/**
 * Sends an address its one coin a day and returns the transaction's hash. The allowance is used up first and restored
 * if the rollup refuses. Throws ROLLUP_GONE if the rollup has no faucet, ROLLUP_FAUCET_EMPTY and ROLLUP_FAUCET_USED.
 */
export const giveCoin = async (deps: RaasDeps, db: Db, chainId: string, input: string): Promise<string> => {
  const { faucet } = deps.engines.rollups;
  const row = await runningByChain(db, chainId);
  if (!faucet || !isCarried(row)) throw new AppError("ROLLUP_GONE");
  const used = { rollupId: row.id, address: parseAddress(input), at: deps.now() };
  await db.transaction().execute((trx) => take(trx, used));
  try {
    return await faucet(row.id, input);
  } catch (error) {
    await giveBack(db, used);
    return refuseGone(error);
  }
};

interface Allowance {
  readonly rollupId: string;
  readonly address: string;
  readonly at: Date;
}

const take = async (trx: Trx, { rollupId, address, at }: Allowance): Promise<void> => {
  const lately = new Date(at.getTime() - rollupFaucetSeconds * 1000);
  if ((await givenSince(trx, rollupId, lately)) >= rollupFaucetCoins) throw new AppError("ROLLUP_FAUCET_EMPTY");
  const used = await trx
    .insertInto("rollup_faucet")
    .values({ rollup_id: rollupId, address, given_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(["rollup_id", "address"])
        .doUpdateSet({ given_at: at })
        .where("rollup_faucet.given_at", "<=", lately),
    )
    .returning("address")
    .executeTakeFirst();
  if (!used) throw new AppError("ROLLUP_FAUCET_USED");
};

const giveBack = async (db: Db, { rollupId, address, at }: Allowance): Promise<void> => {
  await db
    .deleteFrom("rollup_faucet")
    .where("rollup_id", "=", rollupId)
    .where("address", "=", address)
    .where("given_at", "=", at)
    .execute();
};

const givenSince = async (trx: Trx, rollupId: string, since: Date): Promise<number> => {
  const { count } = await trx
    .selectFrom("rollup_faucet")
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .where("rollup_id", "=", rollupId)
    .where("given_at", ">", since)
    .executeTakeFirstOrThrow();
  return Number(count);
};
