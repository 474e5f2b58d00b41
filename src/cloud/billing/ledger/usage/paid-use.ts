/** Usage paid immediately by a hold, recorded in the same rows as the charges of settlements. */
import { sql } from "kysely";
import type { BilledService } from "../../../../../resources/billing/packages.ts";
import type { MeteredResource } from "../../../../../resources/limits.ts";
import type { Trx } from "../../../engines/database/database.ts";

export interface PaidUse {
  readonly teamId: string;
  readonly resource: MeteredResource;
  readonly service: BilledService;
  readonly subject: string;
  /** Units. */
  readonly amount: bigint;
  /** Captured LAND×1e18; 0 for free usage. */
  readonly land: bigint;
}

/**
 * Records usage in the transaction that captures the LAND: as settled usage of the hour, and among the charges for
 * caps, statements and charts. The transfers have the details.
 */
export const recordPaid = async (
  trx: Trx,
  { teamId, resource, service, subject, amount, land }: PaidUse,
): Promise<void> => {
  await sql`
    insert into charge (team_id, resource, hour, part, subject, service, amount, from_grants, land, price_version)
    values (${teamId}, ${resource}, date_trunc('hour', now()), 0, ${subject}, ${service}, ${amount.toString()}::numeric,
      ${(land === 0n ? amount : 0n).toString()}::numeric, ${land.toString()}::numeric, 0)
    on conflict (team_id, hour, resource, part, subject)
      do update set amount = charge.amount + excluded.amount, from_grants = charge.from_grants + excluded.from_grants,
        land = charge.land + excluded.land
  `.execute(trx);
  await sql`
    insert into usage_bucket as known (team_id, resource, subject, bucket, amount, calls, service, billed)
    values (${teamId}, ${resource}, ${subject}, date_trunc('hour', now()), ${amount}::bigint, 1, ${service}, ${amount}::bigint)
    on conflict (team_id, resource, subject, bucket)
      do update set amount = known.amount + excluded.amount, calls = known.calls + 1, billed = known.billed + excluded.billed
  `.execute(trx);
};

export interface BoughtTerm {
  readonly teamId: string;
  readonly rollupId: string;
  readonly seconds: bigint;
  /** LAND×1e18. */
  readonly land: bigint;
  /** Time of payment. */
  readonly at: Date;
}

/** Records a paid rollup term among the charges. It is not metered. */
export const recordTerm = async (trx: Trx, { teamId, rollupId, seconds, land, at }: BoughtTerm): Promise<void> => {
  await sql`
    insert into charge (team_id, resource, hour, part, subject, service, amount, from_grants, land, price_version)
    values (${teamId}, 'RAAS', date_trunc('hour', ${at}::timestamptz), 0, ${rollupId}, 'RAAS', ${seconds.toString()}::numeric, 0,
      ${land.toString()}::numeric, 0)
    on conflict (team_id, hour, resource, part, subject)
      do update set amount = charge.amount + excluded.amount, land = charge.land + excluded.land
  `.execute(trx);
};

/** Removes such a record after a refund. */
export const forgetTerm = async (trx: Trx, { teamId, rollupId, seconds, land, at }: BoughtTerm): Promise<void> => {
  await sql`
    update charge set amount = amount - ${seconds.toString()}::numeric, land = land - ${land.toString()}::numeric
    where team_id = ${teamId} and resource = 'RAAS' and hour = date_trunc('hour', ${at}::timestamptz) and part = 0 and subject = ${rollupId}
  `.execute(trx);
  await sql`
    delete from charge where team_id = ${teamId} and resource = 'RAAS' and subject = ${rollupId} and land = 0 and amount = 0
  `.execute(trx);
};
