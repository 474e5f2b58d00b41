/** Ends rollups: terminated by the team, expired or unpaid; and deletes their blocks. */
import { rollupStatus } from "../../../../resources/raas/rollups.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Trx } from "../../engines/database/database.ts";
import type { RowOf } from "../../engines/database/tables.ts";
import { changed, notifyTerminated } from "./news.ts";
import type { AfterCommit, RaasDeps } from "../deps.ts";
import { changeRollup, isBeingCreated, lockRollup, type RollupRow } from "../rows.ts";
import { settleEngine } from "../settle-engine.ts";
import { blocksKeptUntil } from "./retention.ts";
import { removeWarnings } from "./warnings.ts";
import { terminatedNote } from "../messages.ts";

/** Terminates a rollup permanently. Throws ROLLUP_BEING_MADE and ROLLUP_ALREADY_ENDED. */
export const terminateRollup = async (
  deps: RaasDeps,
  trx: Trx,
  teamId: string,
  id: string,
): Promise<{ readonly row: RollupRow; readonly after: AfterCommit }> => {
  const row = await lockRollup(trx, teamId, id);
  if (isBeingCreated(row)) throw new AppError("ROLLUP_BEING_MADE");
  if (row.status === rollupStatus.TERMINATED && row.ended !== "expired") throw new AppError("ROLLUP_ALREADY_ENDED");
  const unwarn = await removeWarnings(deps, trx, id);
  const ended = await endRollup(deps, trx, row, { reason: "terminated", note: terminatedNote });
  const ran = row.facts !== null;
  const notify = ran ? await notifyTerminated(deps, trx, ended) : changed(deps, ended);
  return {
    row: ended,
    after: () => {
      unwarn();
      notify();
    },
  };
};

/**
 * Ends a rollup. Blocks of one that ran are kept for a while; one that never ran leaves nothing, and its trial counts
 * as unused.
 */
export const endRollup = async (
  deps: RaasDeps,
  trx: Trx,
  row: RollupRow,
  { reason, note }: { readonly reason: NonNullable<RowOf<"rollup">["ended"]>; readonly note: string },
): Promise<RollupRow> => {
  const now = deps.now();
  const ran = row.facts !== null;
  if (!ran) await trx.deleteFrom("rollup_trial").where("rollup_id", "=", row.id).execute();
  await settleEngine(deps, trx, row.id);
  return changeRollup(trx, row.id, {
    status: rollupStatus.TERMINATED,
    ended: reason,
    note,
    kept_until: ran ? (row.kept_until ?? blocksKeptUntil(now)) : now,
    removed_at: ran ? row.removed_at : now,
  });
};
