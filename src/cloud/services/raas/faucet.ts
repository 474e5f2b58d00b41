import { rollupFaucetSeconds } from "../../../../resources/raas/limits.ts";
import { AppError } from "../../app-error.ts";
import type { Trx } from "../../engines/database/database.ts";
import { parseAddress } from "./abi.ts";
import type { RaasParts } from "./parts.ts";
import { refuseGone } from "./gone.ts";
import { isCarried, runningByChain } from "./rows.ts";

/** One coin a day for an address; the transaction's hash. Throws ROLLUP_GONE where none are given away, and ROLLUP_FAUCET_USED. */
export const giveCoin = async (parts: RaasParts, trx: Trx, chainId: string, given: string): Promise<string> => {
  const { faucet } = parts.engines.rollups;
  const row = await runningByChain(trx, chainId);
  if (!faucet || !isCarried(row)) throw new AppError("ROLLUP_GONE");
  const address = parseAddress(given);
  const now = parts.now();
  const taken = await trx
    .insertInto("rollup_faucet")
    .values({ rollup_id: row.id, address, given_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(["rollup_id", "address"])
        .doUpdateSet({ given_at: now })
        .where("rollup_faucet.given_at", "<=", new Date(now.getTime() - rollupFaucetSeconds * 1000)),
    )
    .returning("address")
    .executeTakeFirst();
  if (!taken) throw new AppError("ROLLUP_FAUCET_USED");
  return faucet(row.id, given).catch(refuseGone);
};
