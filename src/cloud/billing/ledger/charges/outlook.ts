/** Estimates how long a team's LAND lasts at its current rate of use. */
import { sql } from "kysely";
import type { Db } from "../../../engines/database/database.ts";
import { balancesOf } from "../accounts.ts";
import { turnMonths } from "../grants.ts";
import type { AccountBalances } from "../ledger.ts";
import { microsPerSecond } from "./moments.ts";
import { quotaOf, stateOf, type State } from "../quota.ts";
import { landFor, priceAt } from "./calculate-charges.ts";
import type { Usage } from "../usage/usage.ts";

/** LAND×1e18. */
export interface Outlook extends AccountBalances {
  /** Unsettled charges. */
  readonly due: bigint;
  readonly landPerDay: bigint;
  /** Whole days; undefined without spending. */
  readonly daysLeft: bigint | undefined;
}

const rateDays = 7n;
const daySeconds = 86_400n;

/**
 * Calculates the rate: the charged usage of the last 7 days per day, plus the current storage at the current price.
 * Past storage is excluded, so that a deleted folder does not count for a week.
 */
export const outlookOf = async (db: Db, usage: Pick<Usage, "withWaiting">, teamId: string): Promise<Outlook> => {
  await turnMonths(db, new Date(), teamId);
  const state = await stateOf(db, teamId, usage);
  const balances = await balancesOf(db, teamId, "LAND");
  const flows = state.chargeResult.charges.filter(({ resource }) => resource !== "IPFS_STORAGE");
  const unsettled = flows.reduce((sum, { land }) => sum + land, 0n);
  const landPerDay = ((await settledFlows(db, teamId)) + unsettled) / rateDays + storedADay(state);
  const left = state.land > 0n ? state.land : 0n;
  return {
    ...balances,
    due: state.chargeResult.land,
    landPerDay,
    daysLeft: landPerDay > 0n ? left / landPerDay : undefined,
  };
};

/** Returns the LAND for one day of the current storage beyond the packages. */
const storedADay = (state: State): bigint => {
  const { excess } = quotaOf(state, "IPFS_STORAGE");
  const price = priceAt(state.facts.prices, "IPFS_STORAGE", state.moment);
  return landFor(price, excess * daySeconds * microsPerSecond);
};

const settledFlows = async (db: Db, teamId: string): Promise<bigint> => {
  const { rows } = await sql<{ land: string }>`
    select coalesce(sum(land), 0)::text as land from charge
    where team_id = ${teamId} and resource not in ('IPFS_STORAGE', 'RAAS') and hour >= now() - interval '7 days'
  `.execute(db);
  return BigInt(rows[0]!.land);
};
