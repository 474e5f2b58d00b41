import type { MeteredResource } from "../../../../resources/limits.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { Allowance, ResourceAllowance } from "../../ledger/allowance.ts";
import { balanceAlertOf } from "./choices.ts";

/** A resource whose allowance just fell below the team's threshold. */
export interface Crossing {
  readonly teamId: string;
  readonly resource: MeteredResource;
  readonly used: bigint;
  readonly allowed: bigint;
  /** Whole percent, rounded down. */
  readonly percentLeft: number;
}

/**
 * Compares a team's remaining allowance with its threshold. `tell` is called in the transaction, once for each
 * crossing.
 */
export const checkAllowances = async (
  db: Db,
  allowance: Pick<Allowance, "used">,
  teamId: string,
  notify: (trx: Trx, crossing: Crossing) => Promise<void>,
): Promise<boolean> => {
  const { active, percentLeft: threshold } = await balanceAlertOf(db, teamId);
  if (!active) return false;
  const { resources } = await allowance.used(db, teamId);
  // No allowance, no alert.
  const limited = resources
    .filter(({ allowed }) => allowed > 0n)
    .map((one) => ({ ...one, percentLeft: percentOf(one) }));
  const low = limited.filter(({ percentLeft }) => percentLeft <= threshold);
  const enough = limited.filter(({ percentLeft }) => percentLeft > threshold).map(({ resource }) => resource);
  return db.transaction().execute(async (trx) => {
    if (enough.length > 0)
      await trx.deleteFrom("allowance_low").where("team_id", "=", teamId).where("resource", "in", enough).execute();
    let crossed = false;
    for (const { resource, used, allowed, percentLeft } of low) {
      // Of several processes that see it, one writes the row.
      const written = await trx
        .insertInto("allowance_low")
        .values({ team_id: teamId, resource })
        .onConflict((conflict) => conflict.doNothing())
        .returning("resource")
        .executeTakeFirst();
      if (!written) continue;
      crossed = true;
      await notify(trx, { teamId, resource, used, allowed, percentLeft });
    }
    return crossed;
  });
};

const percentOf = ({ used, allowed }: ResourceAllowance): number =>
  used >= allowed ? 0 : Number(((allowed - used) * 100n) / allowed);
