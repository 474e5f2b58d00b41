import { rollupFaucetCoins, rollupFaucetSeconds } from "../../../../resources/raas/limits.ts";
import { AppError } from "../../app-error.ts";
import type { Trx } from "../../engines/database/database.ts";
import { parseAddress } from "./abi.ts";
import type { RaasParts } from "./parts.ts";
import { refuseGone } from "./gone.ts";
import { isCarried, runningByChain } from "./rows.ts";

/** One coin a day for an address; the transaction's hash. Throws ROLLUP_GONE where none are given away, ROLLUP_FAUCET_EMPTY and ROLLUP_FAUCET_USED. */
export const giveCoin = async (parts: RaasParts, trx: Trx, chainId: string, given: string): Promise<string> => {
  const { faucet } = parts.engines.rollups;
  const row = await runningByChain(trx, chainId);
  if (!faucet || !isCarried(row)) throw new AppError("ROLLUP_GONE");
  const address = parseAddress(given);
  const now = parts.now();
  const lately = new Date(now.getTime() - rollupFaucetSeconds * 1000);
  if ((await givenSince(trx, row.id, lately)) >= rollupFaucetCoins) throw new AppError("ROLLUP_FAUCET_EMPTY");
  const taken = await trx
    .insertInto("rollup_faucet")
    .values({ rollup_id: row.id, address, given_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(["rollup_id", "address"])
        .doUpdateSet({ given_at: now })
        .where("rollup_faucet.given_at", "<=", lately),
    )
    .returning("address")
    .executeTakeFirst();
  if (!taken) throw new AppError("ROLLUP_FAUCET_USED");
  return faucet(row.id, given).catch(refuseGone);
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
