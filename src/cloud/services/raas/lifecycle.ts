/**
 * Time-based transitions of rollups, checked every few seconds in every worker: each is done once, by the first worker.
 */
import { sql, type RawBuilder } from "kysely";
import { rollupFaucetSeconds, rollupOrderSeconds } from "../../../../resources/raas/limits.ts";
import { rollupStatus } from "../../../../resources/raas/rollups.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import type { RowOf } from "../../engines/database/tables.ts";
import { endRollup } from "./end.ts";
import { blocksKeptUntil } from "./retention.ts";
import { queueCreation } from "./create.ts";
import { changed, notifyExpired } from "./news.ts";
import type { AfterCommit, RaasDeps } from "./deps.ts";
import { changeRollup, isCarried, type RollupRow } from "./rows.ts";
import { settleEngine } from "./settle-engine.ts";
import { removeWarnings, warnOf } from "./warnings.ts";
import { expiredNote, unpaidNote } from "./messages.ts";

const daySeconds = 86_400;
/** Only terms longer than this are announced: users who buy a day know when it ends. */
const longSeconds = 14 * daySeconds;
/** A lost job is queued again after this long without progress. */
const stuckSeconds = 3600;

/** Applies due transitions. Returns how many rollups changed. */
export const passTime = async (deps: RaasDeps): Promise<number> => {
  const { db } = deps.engines.database;
  const now = deps.now();
  let steps = 0;
  for (const { due, act } of rules(now))
    for (const id of await idsOf(db, due)) if (await once(deps, { id, due, act })) steps += 1;
  await db.deleteFrom("rollup_faucet").where("given_at", "<", before(now, rollupFaucetSeconds)).execute();
  return steps;
};

interface Rule {
  /** Condition on the table `rollup`. */
  readonly due: RawBuilder<boolean>;
  /** Returns undefined if another worker has done it. */
  readonly act: (deps: RaasDeps, trx: Trx, row: RollupRow) => Promise<AfterCommit | undefined>;
}

const rules = (now: Date): readonly Rule[] => [
  { due: sql`status = ${rollupStatus.RUNNING} and expires_at <= ${now}`, act: expire },
  { due: expiringWithin(now, "day", daySeconds), act: warn("day") },
  { due: expiringWithin(now, "week", 7 * daySeconds), act: warn("week") },
  { due: sql`status = ${rollupStatus.TERMINATED} and removed_at is null and kept_until <= ${now}`, act: remove },
  {
    due: sql`status = ${rollupStatus.PENDING_PAYMENT} and updated_at <= ${before(now, rollupOrderSeconds)}`,
    act: async (deps, trx, row) =>
      changed(deps, await endRollup(deps, trx, row, { reason: "unpaid", note: unpaidNote })),
  },
  {
    due: sql`status in (${rollupStatus.CREATING}, ${rollupStatus.CREATING_PAID}) and fast_deploy
      and updated_at <= ${before(now, stuckSeconds)}`,
    act: async (deps, trx, row) => {
      await queueCreation(deps, trx, row.id);
      return changed(deps, await changeRollup(trx, row.id, {}));
    },
  },
];

/** Matches rollups with a long term. The later warning replaces the earlier one. */
const expiringWithin = (now: Date, kind: RowOf<"rollup_told">["kind"], seconds: number): RawBuilder<boolean> => sql`
  status = ${rollupStatus.RUNNING} and expires_at > ${now} and expires_at <= ${before(now, -seconds)}
  and expires_at - paid_at > make_interval(secs => ${longSeconds})
  and not exists (select from rollup_told as told where told.rollup_id = rollup.id and told.expires_at = rollup.expires_at
    and told.kind in (${kind}, 'day'))
`;

const expire: Rule["act"] = async (deps, trx, row) => {
  const keptUntil = blocksKeptUntil(deps.now());
  const note = isCarried(row) ? expiredNote(keptUntil) : "Expired.";
  // The owner is notified of the end, and the warnings disappear.
  await removeWarnings(deps, trx, row.id);
  return notifyExpired(deps, trx, await endRollup(deps, trx, row, { reason: "expired", note }));
};

const warn =
  (kind: RowOf<"rollup_told">["kind"]): Rule["act"] =>
  (deps, trx, row) =>
    warnOf(deps, trx, row, kind);

const remove: Rule["act"] = async (deps, trx, row) => {
  await settleEngine(deps, trx, row.id);
  return changed(deps, await changeRollup(trx, row.id, { removed_at: deps.now() }));
};

/** Of several workers that see it due, only the first finds it still due. */
const once = async (deps: RaasDeps, { id, due, act }: Rule & { readonly id: string }): Promise<boolean> => {
  const after = await deps.engines.database.db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom("rollup")
      .selectAll()
      .where("id", "=", id)
      .where(due)
      .forUpdate()
      .executeTakeFirst();
    return row && act(deps, trx, row);
  });
  after?.();
  return after !== undefined;
};

const idsOf = async (db: Db, due: RawBuilder<boolean>): Promise<string[]> => {
  const rows = await db.selectFrom("rollup").select("id").where(due).limit(100).execute();
  return rows.map(({ id }) => id);
};

const before = (now: Date, seconds: number): Date => new Date(now.getTime() - seconds * 1000);
