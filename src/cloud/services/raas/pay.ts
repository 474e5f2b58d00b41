/** Payments for orders and renewals. */
import { landUnit } from "../../../../resources/billing/deposits.ts";
import { rollupTerms, type renewalPlans } from "../../../../resources/raas/plans.ts";
import { rollupStatus } from "../../../../resources/raas/rollups.ts";
import { AppError } from "../../app-error.ts";
import type { Trx } from "../../engines/database/database.ts";
import { addBill } from "./bills.ts";
import { startCreation } from "./create.ts";
import { changed, notifyPaid } from "./news.ts";
import type { AfterCommit, RaasDeps } from "./deps.ts";
import { settleEngine } from "./settle-engine.ts";
import { removeWarnings } from "./warnings.ts";
import { changeRollup, isBeingCreated, isCarried, isRenewable, lockRollup, type RollupRow } from "./rows.ts";

export interface Paid {
  readonly row: RollupRow;
  readonly after: AfterCommit;
}

/** Pays for an order. Idempotent. Throws INSUFFICIENT_LAND, SPEND_CAP_REACHED and ROLLUP_NOT_PAYABLE. */
export const payRollup = async (deps: RaasDeps, trx: Trx, teamId: string, id: string): Promise<Paid> => {
  const row = await lockRollup(trx, teamId, id);
  if (isBeingCreated(row) || row.status === rollupStatus.RUNNING) return { row, after: () => undefined };
  if (row.status !== rollupStatus.PENDING_PAYMENT) throw new AppError("ROLLUP_NOT_PAYABLE");
  await addBill(deps, trx, row, { kind: 0, seconds: row.term_seconds, land: BigInt(row.land) });
  const started = await startCreation(deps, trx, row);
  const after = isCarried(row) ? changed(deps, started) : await notifyPaid(deps, trx, started);
  return { row: started, after };
};

/**
 * Extends the remaining term; an expired rollup restarts now. Throws like `payRollup`, ROLLUP_NOT_RENEWABLE and
 * ROLLUP_BY_AGREEMENT.
 */
export const renewRollup = async (
  deps: RaasDeps,
  trx: Trx,
  teamId: string,
  { id, plan }: { readonly id: string; readonly plan: (typeof renewalPlans)[number] },
): Promise<Paid> => {
  const row = await lockRollup(trx, teamId, id);
  if (!isCarried(row)) throw new AppError("ROLLUP_BY_AGREEMENT");
  const now = deps.now();
  const isExpired = isRenewable(row, now);
  if (row.status !== rollupStatus.RUNNING && !isExpired) throw new AppError("ROLLUP_NOT_RENEWABLE");
  const { land, seconds } = rollupTerms[plan];
  await addBill(deps, trx, row, { kind: 1, seconds: BigInt(seconds), land: land * landUnit });
  const from = Math.max(now.getTime(), row.expires_at!.getTime());
  const renewed = await changeRollup(trx, id, {
    status: rollupStatus.RUNNING,
    ended: null,
    kept_until: null,
    note: null,
    paid_at: now,
    expires_at: new Date(from + seconds * 1000),
  });
  if (isExpired) await settleEngine(deps, trx, id);
  const unwarn = await removeWarnings(deps, trx, id);
  return {
    row: renewed,
    after: () => {
      unwarn();
      changed(deps, renewed)();
    },
  };
};
