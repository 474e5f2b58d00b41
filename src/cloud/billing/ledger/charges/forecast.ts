/** Forecasts what a team spends in the current month: the cost so far, and usage at the rate of the last days. */
import { sql } from "kysely";
import { landFor, priceAt } from "./calculate-charges.ts";
import { spendingOf } from "./caps.ts";
import { above } from "./integral.ts";
import { microsOf, microsPerHour, monthOf, nextMonthOf, type Micros } from "./moments.ts";
import { readSpent, sumSpent } from "./spent.ts";
import { quotaOf, stateOf, type State } from "../quota.ts";
import type { Price } from "../usage/facts.ts";
import type { Usage } from "../usage/usage.ts";
import type { MeteredResource } from "../../../../../resources/limits.ts";
import type { Db } from "../../../engines/database/database.ts";

/** LAND×1e18. */
export interface MonthOutlook {
  readonly since: Date;
  readonly until: Date;
  readonly spent: bigint;
  readonly forecast: bigint;
}

/** A resource whose usage adds up. */
export interface ForecastFlow {
  /** Used in the observed time. */
  readonly used: bigint;
  /** Rest of the packages, which pay first. */
  readonly left: bigint;
  readonly price: Price | undefined;
}

export interface ForecastFacts {
  readonly spent: bigint;
  readonly flows: readonly ForecastFlow[];
  /** LAND×1e18 spent in the observed time on what has no single price. */
  readonly unpriced: bigint;
  /** Stored bytes beyond the packages, which stay until the end. */
  readonly excess: bigint;
  readonly storagePrice: Price | undefined;
  readonly observed: Micros;
  /** Until the month ends. */
  readonly remaining: Micros;
}

/** Calculates the month's cost in LAND×1e18 if usage continues at the observed rate. */
export const forecastOf = (facts: ForecastFacts): bigint => {
  const { spent, flows, unpriced, excess, storagePrice, observed, remaining } = facts;
  const expected = (amount: bigint): bigint => (amount * remaining) / observed;
  const ofFlows = flows.reduce((sum, { used, left, price }) => sum + landFor(price, above(expected(used), left)), 0n);
  return spent + ofFlows + expected(unpriced) + landFor(storagePrice, excess * remaining);
};

const observedMax = 7n * 24n * microsPerHour;
/** A team's first hours say little about its month. */
const observedMin = 24n * microsPerHour;

const flowing: readonly MeteredResource[] = ["AR_STORAGE", "TRAFFIC", "BUILD_TIME", "COMPUTE_UNIT"];

/** Returns a team's cost of the current month (UTC), so far and forecast. Includes unsettled usage. */
export const monthOutlookOf = async (
  db: Db,
  usage: Pick<Usage, "withWaiting">,
  teamId: string,
): Promise<MonthOutlook> => {
  const now = new Date();
  const state = await stateOf(db, teamId, usage);
  const observed = await observedOf(db, teamId, state.moment);
  const since = new Date(Number((state.moment - observed) / 1000n));
  const recent = sumSpent(
    await readSpent(db, usage, teamId, { since, until: nextMonthOf(now), step: "MONTH" }),
    ({ resource }) => resource,
  );
  const inRecent = (resource: MeteredResource) => recent.find((row) => row.resource === resource);
  const month = { since: monthOf(now), until: nextMonthOf(now) };
  const spent = await spentSoFar(db, teamId, state, month.since);
  const forecast = forecastOf({
    spent,
    flows: flowing.map((resource) => ({
      used: inRecent(resource)?.used ?? 0n,
      left: quotaOf(state, resource).granted,
      price: priceAt(state.facts.prices, resource, state.moment),
    })),
    unpriced: inRecent("AI_RPC")?.land ?? 0n,
    excess: quotaOf(state, "IPFS_STORAGE").excess,
    storagePrice: priceAt(state.facts.prices, "IPFS_STORAGE", state.moment),
    observed,
    remaining: above(microsOf(month.until), state.moment),
  });
  return { ...month, spent, forecast };
};

/** Returns the LAND×1e18 that a team has spent in the current month (UTC), including unsettled usage. */
export const spentThisMonth = async (db: Db, usage: Pick<Usage, "withWaiting">, teamId: string): Promise<bigint> =>
  spentSoFar(db, teamId, await stateOf(db, teamId, usage), monthOf(new Date()));

const spentSoFar = async (db: Db, teamId: string, { chargeResult }: State, since: Date): Promise<bigint> => {
  const settled = await spendingOf(db, teamId, since);
  const unsettled = chargeResult.charges.filter(({ hour }) => hour >= microsOf(since));
  return [...settled, ...unsettled].reduce((sum, { land }) => sum + land, 0n);
};

/** Seven days, or the age of a younger team, but at least a day. */
const observedOf = async (db: Db, teamId: string, moment: Micros): Promise<Micros> => {
  const { rows } = await sql<{
    createdAt: Date;
  }>`select created_at as "createdAt" from team where id = ${teamId}`.execute(db);
  const age = rows[0] ? moment - microsOf(rows[0].createdAt) : observedMax;
  if (age > observedMax) return observedMax;
  return age < observedMin ? observedMin : age;
};
