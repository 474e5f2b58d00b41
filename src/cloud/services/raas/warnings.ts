/** Expiry warnings: sent once per expiry, and removed when they no longer apply. */
import type { Trx } from "../../engines/database/database.ts";
import { tellExpiring } from "./news.ts";
import type { AfterCommit, RaasDeps } from "./deps.ts";
import type { RollupRow } from "./rows.ts";
import type { RollupToldTable } from "./tables.ts";

/** Stores a warning and removes the earlier one's notice. undefined if another worker has sent it. */
export const warnOf = async (
  deps: RaasDeps,
  trx: Trx,
  row: RollupRow,
  kind: RollupToldTable["kind"],
): Promise<AfterCommit | undefined> => {
  const told = { rollup_id: row.id, kind, expires_at: row.expires_at! };
  const isFirst = await trx
    .insertInto("rollup_told")
    .values({ ...told, notice_id: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning("kind")
    .executeTakeFirst();
  if (!isFirst) return undefined;
  await takeWarningsBack(deps, trx, row.id);
  const { after, noticeId } = await tellExpiring(deps, trx, row);
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
export const takeWarningsBack = async ({ notices }: RaasDeps, trx: Trx, rollupId: string): Promise<AfterCommit> => {
  const said = await trx
    .selectFrom("rollup_told")
    .select("notice_id")
    .where("rollup_id", "=", rollupId)
    .where("notice_id", "is not", null)
    .execute();
  const people = await notices.takeBack(
    trx,
    said.flatMap(({ notice_id: id }) => id ?? []),
  );
  return () => people.forEach(notices.tell);
};
