/**
 * Tracks dunning after a team's packages and LAND are used up: new work is rejected immediately, sites are served for 7
 * more days, data is kept for 30. Starts when it is recorded; ends with LAND, or with packages that pay again.
 */
import { sql } from "kysely";
import { keptAfterSeconds, servedAfterSeconds } from "../../../../resources/billing/packages.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import { turnMonths } from "./grants.ts";
import { quotaOf, stateOf } from "./quota.ts";
import type { Usage } from "./usage/usage.ts";

/**
 * paid: no restrictions. refused: new work is rejected, sites are served. unserved: sites are not served. overdue: data
 * may be deleted.
 */
export type DunningStep = "paid" | "refused" | "unserved" | "overdue";

export interface Dunning {
  readonly step: DunningStep;
  readonly beganAt?: Date;
  /** Sites are served until then, and data is kept. */
  readonly servedUntil?: Date;
  readonly keptUntil?: Date;
}

/** Returns a team's dunning stage, as last recorded. */
export const dunning = async (db: Db, teamId: string, now = new Date()): Promise<Dunning> => {
  const row = await db.selectFrom("dunning").select("began_at").where("team_id", "=", teamId).executeTakeFirst();
  return row ? stepSince(row.began_at, now) : { step: "paid" };
};

/** Returns all unpaid teams, oldest first. */
export const teamsInDunning = async (db: Db, now = new Date()): Promise<(Dunning & { readonly teamId: string })[]> => {
  const rows = await db.selectFrom("dunning").selectAll().orderBy("began_at").execute();
  return rows.map(({ team_id, began_at }) => ({ teamId: team_id, ...stepSince(began_at, now) }));
};

/** Updates a team's dunning: records when its means ran out, or ends it. */
export const recordDunning = async (
  db: Db,
  usage: Pick<Usage, "withWaiting">,
  teamId: string,
  now = new Date(),
): Promise<Dunning> => {
  await turnMonths(db, now, teamId);
  const state = await stateOf(db, teamId, usage);
  const isUsedUp =
    state.land <= 0n &&
    (state.land < 0n || quotaOf(state, "IPFS_STORAGE").isBeyond || quotaOf(state, "TRAFFIC").granted <= 0n);
  if (!isUsedUp) await db.deleteFrom("dunning").where("team_id", "=", teamId).execute();
  else
    await db
      .insertInto("dunning")
      .values({ team_id: teamId, began_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  return dunning(db, teamId, now);
};

/** Returns the teams that `recordDunning` must check: without LAND, or in dunning. */
export const teamsToDun = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select team.id from team left join ledger_account as own on own.team_id = team.id and own.unit = 'LAND' and own.code like 'team:%'
    where coalesce(own.balance - own.held, 0) <= 0 or exists (select from dunning where dunning.team_id = team.id)
    order by team.id
  `.execute(db);
  return rows.map(({ id }) => id);
};

/** Ends dunning, because the team has LAND again. */
export const endDunning = async (trx: Trx, teamId: string): Promise<void> => {
  await trx.deleteFrom("dunning").where("team_id", "=", teamId).execute();
};

/** Returns the dunning stage by the start of dunning. */
export const stepSince = (
  beganAt: Date,
  now: Date,
): Required<Dunning> & { readonly step: Exclude<DunningStep, "paid"> } => {
  const servedUntil = after(beganAt, servedAfterSeconds);
  const keptUntil = after(beganAt, keptAfterSeconds);
  const moments = { beganAt, servedUntil, keptUntil };
  if (now < servedUntil) return { step: "refused", ...moments };
  return { step: now < keptUntil ? "unserved" : "overdue", ...moments };
};

const after = (moment: Date, seconds: number): Date => new Date(moment.getTime() + seconds * 1000);
