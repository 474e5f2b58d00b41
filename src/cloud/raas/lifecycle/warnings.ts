/** Expiry warnings: sent once per expiry, and removed when they no longer apply. */
import type { Trx } from "../../engines/database/database.ts";
import type { RowOf } from "../../engines/database/tables.ts";
import { notifyExpiring } from "./news.ts";
import type { AfterCommit, RaasDeps } from "../deps.ts";
import type { RollupRow } from "../rows.ts";

/** Stores a warning and removes the earlier one's notice. undefined if another worker has sent it. */
export const warnOf = async (
  deps: RaasDeps,
  trx: Trx,
  row: RollupRow,
  kind: RowOf<"rollup_told">["kind"],
): Promise<AfterCommit | undefined> => {
  const warning = { rollup_id: row.id, kind, expires_at: row.expires_at! };
  const isFirst = await trx
    .insertInto("rollup_told")
    .values({ ...warning, notice_id: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning("kind")
    .executeTakeFirst();
  if (!isFirst) return undefined;
  await removeWarnings(deps, trx, row.id);
  const { after, noticeId } = await notifyExpiring(deps, trx, row);
  await trx
    .updateTable("rollup_told")
    .set({ notice_id: noticeId })
    .where("rollup_id", "=", row.id)
    .where("kind", "=", kind)
    .where("expires_at", "=", row.expires_at!)
    .execute();
  return after;
};

/** Removes the warnings after a renewal or the end. */
export const removeWarnings = async ({ notices }: RaasDeps, trx: Trx, rollupId: string): Promise<AfterCommit> => {
  const warnings = await trx
    .selectFrom("rollup_told")
    .select("notice_id")
    .where("rollup_id", "=", rollupId)
    .where("notice_id", "is not", null)
    .execute();
  const userIds = await notices.remove(
    trx,
    warnings.flatMap(({ notice_id: id }) => id ?? []),
  );
  return () => userIds.forEach(notices.refresh);
};
