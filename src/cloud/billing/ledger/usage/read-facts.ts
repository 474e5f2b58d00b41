import { sql } from "kysely";
import { accountPackages, type BilledService } from "../../../../../resources/billing/packages.ts";
import type { MeteredResource } from "../../../../../resources/limits.ts";
import type { Db } from "../../../engines/database/database.ts";
import type { Facts, GrantFact, StorageFact, UsageFact } from "./facts.ts";
import { asMicros, hourOf, microsOf, timestamp, type Micros } from "../charges/moments.ts";
import { pricesBetween } from "../charges/prices.ts";
import { serviceOf } from "./usage.ts";
import type { Counted } from "./usage-buffer.ts";
import type { StoredResource } from "./storage.ts";

/** Reads a team's unsettled facts until a moment. `waiting`: counts in memory. */
export const readFacts = async (
  db: Db,
  teamId: string,
  until: Micros,
  waiting: readonly Counted[] = [],
): Promise<Facts> => {
  const written = await unsettledUse(db, teamId, until);
  const usage = [...written, ...waiting.map(useOf)];
  const ipfs = await unsettledStorage(db, teamId, "IPFS_STORAGE", until);
  const arweave = await unsettledStorage(db, teamId, "AR_STORAGE", until);
  const changes = [ipfs, arweave].flatMap((storage) =>
    storage ? [storage.settledAt, ...storage.changes.map(({ at }) => at)] : [],
  );
  const since = [...usage.map(({ hour }) => hour), ...changes].reduce((a, b) => (a < b ? a : b), until);
  const grants = await grantsBetween(db, teamId, hourOf(since), until);
  return { grants, usage, ipfs, arweave, prices: await pricesBetween(db, hourOf(since), until) };
};

/** Returns grants that were active at some moment of a period, earliest expiry first. */
export const grantsBetween = async (db: Db, teamId: string, since: Micros, until: Micros): Promise<GrantFact[]> => {
  const { rows } = await sql<{
    id: string;
    resource: MeteredResource;
    isOfAccount: boolean;
    amount: bigint;
    consumed: bigint;
    starts: bigint;
    ends: bigint | null;
  }>`
    select id, resource, package = any(${accountPackages}) as "isOfAccount", amount, consumed, ${asMicros(sql.ref("starts_at"))} as starts, ${asMicros(sql.ref("ends_at"))} as ends
    from allowance_grant where team_id = ${teamId} and starts_at <= ${timestamp(until)}
      and (ends_at is null or ends_at > ${timestamp(since)})
    order by ends_at nulls last, starts_at, id
  `.execute(db);
  return rows.map(({ starts, ends, ...row }) => ({ ...row, startsAt: starts, endsAt: ends ?? undefined }));
};

const unsettledUse = async (db: Db, teamId: string, until: Micros): Promise<UsageFact[]> => {
  const { rows } = await sql<{
    resource: MeteredResource;
    subject: string;
    service: BilledService | "";
    hour: bigint;
    amount: bigint;
  }>`
    select resource, subject, service, ${asMicros(sql.ref("bucket"))} as hour, amount - billed as amount from usage_bucket
    where team_id = ${teamId} and amount > billed and bucket < ${timestamp(until)} order by bucket
  `.execute(db);
  return rows.map((row) => ({ ...row, service: row.service === "" ? serviceOf(row.resource) : row.service }));
};

const useOf = ({ resource, subject, service, bucket, amount }: Counted): UsageFact => ({
  resource,
  subject,
  service,
  hour: microsOf(bucket),
  amount,
});

/** Returns undefined if the team never stored anything. */
const unsettledStorage = async (
  db: Db,
  teamId: string,
  resource: StoredResource,
  until: Micros,
): Promise<StorageFact | undefined> => {
  const { rows } = await sql<{ settled: bigint; bytes: bigint; paid: bigint; at: bigint | null; size: bigint | null }>`
    select ${asMicros(sql.ref("level.settled_at"))} as settled, settled_bytes as bytes, paid_bytes as paid,
      ${asMicros(sql.ref("change.at"))} as at, change.size_bytes as size
    from storage_level as level left join storage_change as change
      on change.team_id = level.team_id and change.resource = level.resource and change.at < ${timestamp(until)}
    where level.team_id = ${teamId} and level.resource = ${resource} order by change.number
  `.execute(db);
  const [first] = rows;
  if (!first) return undefined;
  const changes = rows.flatMap(({ at, size }) => (at === null ? [] : [{ at, sizeBytes: size! }]));
  return { settledAt: first.settled, settledBytes: first.bytes, paidBytes: first.paid, changes };
};
