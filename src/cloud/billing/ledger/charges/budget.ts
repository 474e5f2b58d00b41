/** A team's monthly budget, and the shares of it that the team was notified of. */
import { budgetPercents, type BudgetPercent } from "../../../../../resources/billing/budget.ts";
import type { Db, Trx } from "../../../engines/database/database.ts";
import type { Usage } from "../usage/usage.ts";
import { spentThisMonth } from "./forecast.ts";
import { monthOf } from "./moments.ts";

/** Returns the budget in LAND×1e18; undefined without one. */
export const budgetOf = async (db: Db, teamId: string): Promise<bigint | undefined> => {
  const row = await db.selectFrom("budget").select("land").where("team_id", "=", teamId).executeTakeFirst();
  return row && BigInt(row.land);
};

/** Sets the budget, or removes it. Another amount is notified of again. */
export const setBudget = async (trx: Trx, teamId: string, land: bigint | undefined): Promise<void> => {
  if (land === undefined) {
    await trx.deleteFrom("budget").where("team_id", "=", teamId).execute();
    return;
  }
  if ((await budgetOf(trx, teamId)) === land) return;
  const values = { land: land.toString(), notified_month: null, notified_percent: null };
  await trx
    .insertInto("budget")
    .values({ team_id: teamId, ...values })
    .onConflict((conflict) => conflict.column("team_id").doUpdateSet(values))
    .execute();
};

/** A share of the budget that the month's cost has just reached. */
export interface BudgetReached {
  readonly teamId: string;
  readonly percent: BudgetPercent;
  /** LAND×1e18. */
  readonly spent: bigint;
  readonly land: bigint;
}

/** Returns the highest share that an amount has reached, if any. */
export const percentReached = (spent: bigint, land: bigint): BudgetPercent | undefined =>
  budgetPercents.findLast((percent) => spent * 100n >= land * BigInt(percent));

/** `notify` is called in the transaction, once for each share and month; of several passed at once, for the highest. */
export const checkBudget = async (
  db: Db,
  usage: Pick<Usage, "withWaiting">,
  teamId: string,
  notify: (trx: Trx, reached: BudgetReached) => Promise<void>,
): Promise<boolean> => {
  const land = await budgetOf(db, teamId);
  if (land === undefined) return false;
  const month = monthOf(new Date());
  const spent = await spentThisMonth(db, usage, teamId);
  const percent = percentReached(spent, land);
  if (percent === undefined) return false;
  return db.transaction().execute(async (trx) => {
    // Of several processes that see it, one changes the row.
    const written = await trx
      .updateTable("budget")
      .set({ notified_month: month, notified_percent: percent })
      .where("team_id", "=", teamId)
      .where("land", "=", land.toString())
      .where(({ or, eb }) =>
        or([eb("notified_month", "is", null), eb("notified_month", "<", month), eb("notified_percent", "<", percent)]),
      )
      .returning("team_id")
      .executeTakeFirst();
    if (written) await notify(trx, { teamId, percent, spent, land });
    return written !== undefined;
  });
};
