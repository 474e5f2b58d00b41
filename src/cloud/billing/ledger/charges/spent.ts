/** Sums up a team's usage and its payment, from settled and unsettled hours. */
import { sql } from "kysely";
import type { BilledService } from "../../../../../resources/billing/packages.ts";
import type { BilledResource } from "../../../../../resources/billing/records.ts";
import type { MeteredResource } from "../../../../../resources/limits.ts";
import type { Db } from "../../../engines/database/database.ts";
import { dateOf, microsOf, microsPerSecond } from "./moments.ts";
import { stateWith } from "../quota.ts";
import type { Charge } from "./calculate-charges.ts";
import type { Usage } from "../usage/usage.ts";

/** One resource, used by one service and subject, in one period. */
export interface Spent {
  readonly resource: BilledResource;
  readonly service: BilledService;
  /** Project, bucket, key or gateway; empty for the total. */
  readonly subject: string;
  /** Start of the period, Unix seconds. */
  readonly at: number;
  /** Bytes, seconds of build time or of a rollup's term, or units; for IPFS_STORAGE, bytes × seconds. */
  readonly used: bigint;
  readonly fromPackages: bigint;
  /** ×1e18. */
  readonly land: bigint;
  /** Some of it is unsettled. */
  readonly isOpen: boolean;
}

export type Step = "HOUR" | "DAY" | "MONTH";

export interface SpentQuery {
  /** Start (inclusive) and end (exclusive). */
  readonly since: Date;
  readonly until: Date;
  readonly resource?: MeteredResource | undefined;
  /** Length of the periods, in UTC. */
  readonly step: Step;
  readonly bySubject?: boolean;
}

/**
 * Reads one snapshot: an hour that is being settled counts once. Rows may share period, resource and service; sum them
 * up.
 */
export const readSpent = (
  db: Db,
  usage: Pick<Usage, "withWaiting">,
  teamId: string,
  query: SpentQuery,
): Promise<Spent[]> =>
  usage.withWaiting(db, teamId, (waiting) =>
    db
      .transaction()
      .setIsolationLevel("repeatable read")
      .execute(async (trx) => {
        const settled = await settledSums(trx, teamId, query);
        const { chargeResult } = await stateWith(trx, teamId, waiting);
        const open = chargeResult.charges
          .filter((charge) => isWithin(charge, query))
          .map((one) => openSpent(one, query));
        return [...settled, ...open];
      }),
  );

/** Returns the start of a moment's period. */
export const periodOf = (moment: Date, step: Step): Date => {
  const parts = [moment.getUTCFullYear(), moment.getUTCMonth(), moment.getUTCDate(), moment.getUTCHours()] as const;
  return new Date(Date.UTC(...(parts.slice(0, { MONTH: 2, DAY: 3, HOUR: 4 }[step]) as [number, number])));
};

/** Sums up rows with the same key. */
export const sumSpent = (rows: readonly Spent[], keyOf: (row: Spent) => string): Spent[] => {
  const sums = new Map<string, Spent>();
  for (const row of rows) {
    const existing = sums.get(keyOf(row));
    sums.set(keyOf(row), existing ? added(existing, row) : row);
  }
  return [...sums.values()];
};

const added = (a: Spent, b: Spent): Spent => ({
  ...a,
  used: a.used + b.used,
  fromPackages: a.fromPackages + b.fromPackages,
  land: a.land + b.land,
  isOpen: a.isOpen || b.isOpen,
});

const settledSums = async (db: Db, teamId: string, query: SpentQuery): Promise<Spent[]> => {
  const { since, until, resource, step, bySubject = false } = query;
  const { rows } = await sql<{
    resource: BilledResource;
    service: BilledService;
    subject: string;
    at: bigint;
    used: string;
    granted: string;
    land: string;
  }>`
    select resource, service, case when ${bySubject} then subject else '' end as subject,
      extract(epoch from date_trunc(${step.toLowerCase()}, hour at time zone 'utc'))::int8 as at,
      sum(amount)::text as used, sum(from_grants)::text as granted, sum(land)::text as land
    from charge where team_id = ${teamId} and hour >= ${since} and hour < ${until}
      and (${resource ?? null}::text is null or resource = ${resource ?? null})
    group by 1, 2, 3, 4
  `.execute(db);
  return rows.map((row) => ({
    resource: row.resource,
    service: row.service,
    subject: row.subject,
    at: Number(row.at),
    used: inSeconds(row.resource, BigInt(row.used)),
    fromPackages: inSeconds(row.resource, BigInt(row.granted)),
    land: BigInt(row.land),
    isOpen: false,
  }));
};

const isWithin = ({ hour, resource }: Charge, query: SpentQuery): boolean =>
  hour >= microsOf(query.since) &&
  hour < microsOf(query.until) &&
  (query.resource === undefined || query.resource === resource);

const openSpent = (charge: Charge, { step, bySubject = false }: SpentQuery): Spent => ({
  resource: charge.resource,
  service: charge.service,
  subject: bySubject ? charge.subject : "",
  at: periodOf(dateOf(charge.hour), step).getTime() / 1000,
  used: inSeconds(charge.resource, charge.amount),
  fromPackages: inSeconds(charge.resource, charge.fromGrants),
  land: charge.land,
  isOpen: true,
});

/** Converts storage from bytes × microseconds. */
const inSeconds = (resource: BilledResource, amount: bigint): bigint =>
  resource === "IPFS_STORAGE" ? amount / microsPerSecond : amount;
