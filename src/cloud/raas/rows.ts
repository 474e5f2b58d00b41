/** Rollups in the database. */
import { sql, type Updateable } from "kysely";
import { rollupStatus } from "../../../resources/raas/rollups.ts";
import { AppError } from "../kernel/app-error.ts";
import type { Db, Trx } from "../engines/database/database.ts";
import type { RowOf, Tables } from "../engines/database/tables.ts";
import { isUuid } from "../kernel/uuid.ts";

export type RollupRow = RowOf<"rollup">;

/** Returns a rollup of the team. Throws NOT_FOUND. */
export const findRollup = async (db: Db, teamId: string, id: string): Promise<RollupRow> => {
  const row = await rollupById(db, id);
  if (row?.team_id !== teamId) throw new AppError("NOT_FOUND");
  return row;
};

/** Returns a rollup of the team, locked until the transaction ends. */
export const lockRollup = async (trx: Trx, teamId: string, id: string): Promise<RollupRow> => {
  await findRollup(trx, teamId, id);
  return lockById(trx, id);
};

/** Returns a rollup of any team, locked. Throws NOT_FOUND. */
export const lockById = async (trx: Trx, id: string): Promise<RollupRow> => {
  const row = isUuid(id)
    ? await trx.selectFrom("rollup").selectAll().where("id", "=", id).forNoKeyUpdate().executeTakeFirst()
    : undefined;
  if (!row) throw new AppError("NOT_FOUND");
  return row;
};

export const rollupById = async (db: Db, id: string): Promise<RollupRow | undefined> =>
  isUuid(id) ? db.selectFrom("rollup").selectAll().where("id", "=", id).executeTakeFirst() : undefined;

/** Returns a running rollup by its chain ID. Throws ROLLUP_GONE. */
export const runningByChain = async (db: Db, chainId: string): Promise<RollupRow> => {
  const row = /^[1-9]\d{0,15}$/.test(chainId)
    ? await db
        .selectFrom("rollup")
        .selectAll()
        .where("chain_id", "=", BigInt(chainId))
        .where("status", "=", rollupStatus.RUNNING)
        .where("removed_at", "is", null)
        .executeTakeFirst()
    : undefined;
  if (!row) throw new AppError("ROLLUP_GONE");
  return row;
};

export const changeRollup = async (trx: Db, id: string, change: Updateable<Tables["rollup"]>): Promise<RollupRow> =>
  trx
    .updateTable("rollup")
    .set({ ...change, updated_at: sql<Date>`clock_timestamp()` })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Returns whether this server runs it: then it has a local chain to stop, resume and inspect. */
export const isCarried = ({ fast_deploy: isOneClick }: Pick<RollupRow, "fast_deploy">): boolean => isOneClick;

export const isBeingCreated = ({ status }: Pick<RollupRow, "status">): boolean =>
  status === rollupStatus.CREATING || status === rollupStatus.CREATING_PAID;

/** Returns whether it has ended and its blocks still exist. */
export const isRenewable = ({ ended, removed_at, kept_until }: RollupRow, now: Date): boolean =>
  ended === "expired" && removed_at === null && kept_until !== null && kept_until > now;
