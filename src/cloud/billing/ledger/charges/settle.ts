/** Settles the usage of full hours: grants first, then one transfer of LAND per resource and hour. */
import { sql } from "kysely";
import type { Database, Db, Trx } from "../../../engines/database/database.ts";
import { turnMonths } from "../grants.ts";
import { levelAt } from "./integral.ts";
import type { Facts } from "../usage/facts.ts";
import type { Ledger } from "../ledger.ts";
import { dateOf, hourOf, microsOf, timestamp, type Micros } from "./moments.ts";
import { namedId } from "../named-id.ts";
import { readFacts } from "../usage/read-facts.ts";
import { calculateCharges, type Charge, type ChargeResult } from "./calculate-charges.ts";
import type { Spent } from "./spent.ts";
import type { StoredResource } from "../usage/storage.ts";

export interface Settled {
  /** LAND×1e18 that was paid, and the new debt. */
  readonly paid: bigint;
  readonly owed: bigint;
  readonly charges: number;
}

/**
 * Settles a team's full hours before a moment, which must not be in the future, in one transaction. Usage found later
 * in a settled hour is charged as another part of it. Safe to repeat, and to run concurrently.
 */
export const settleTeam = (db: Db, ledger: Pick<Ledger, "collect">, teamId: string, before: Date): Promise<Settled> =>
  db.transaction().execute(async (trx) => {
    const until = hourOf(microsOf(before));
    await turnMonths(trx, before, teamId);
    await lock(trx, teamId, until);
    const facts = await readFacts(trx, teamId, until);
    const chargeResult = calculateCharges(facts, until);
    const parts = await nextParts(trx, teamId, chargeResult.charges);
    await writeCharges(trx, teamId, chargeResult.charges, parts);
    await recordSettled(trx, teamId, facts, chargeResult, until);
    const ends = await collectLand(trx, ledger, teamId, chargeResult.charges, parts);
    const sum = (read: (end: { paid: bigint; owed: bigint }) => bigint) =>
      ends.reduce((all, end) => all + read(end), 0n);
    return { paid: sum(({ paid }) => paid), owed: sum(({ owed }) => owed), charges: chargeResult.charges.length };
  });

/** Returns teams with unsettled usage before a moment; deleted teams are skipped. */
export const dueTeams = async (db: Db, before: Date): Promise<string[]> => {
  const until = timestamp(hourOf(microsOf(before)));
  const { rows } = await sql<{ team_id: string }>`
    select due.team_id from (
      select team_id from usage_bucket where amount > billed and bucket < ${until}
      union select team_id from storage_change where at < ${until}
      union select team_id from storage_level where resource = 'IPFS_STORAGE' and size_bytes > 0 and settled_at < ${until}
    ) as due join team on team.id = due.team_id order by due.team_id
  `.execute(db);
  return rows.map(({ team_id }) => team_id);
};

export interface SettlementListener {
  onSettled?(teamId: string, settled: Settled): void;
  onFault(teamId: string, error: unknown): void;
}

/** Settles all teams. A failure does not affect the others. */
export const settleAll = async (
  { db }: Pick<Database, "db">,
  ledger: Pick<Ledger, "collect">,
  before: Date,
  { onSettled, onFault }: SettlementListener,
): Promise<void> => {
  for (const teamId of await dueTeams(db, before)) {
    try {
      const settled = await settleTeam(db, ledger, teamId, before);
      onSettled?.(teamId, settled);
    } catch (error) {
      onFault(teamId, error);
    }
  }
};

/**
 * Allows one settlement of a team at a time; changes of its level or usage wait. Locks rows in the same order as other
 * writers.
 */
const lock = async (trx: Trx, teamId: string, until: Micros): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`settle ${teamId}`}, 0))`.execute(trx);
  await sql`select from storage_level where team_id = ${teamId} order by resource for no key update`.execute(trx);
  await sql`
    select from usage_bucket where team_id = ${teamId} and amount > billed and bucket < ${timestamp(until)}
    order by resource collate "C", subject collate "C", bucket for no key update
  `.execute(trx);
  await sql`select from allowance_grant where team_id = ${teamId} order by id for no key update`.execute(trx);
};

type Parts = ReadonlyMap<string, number>;
const slotOf = ({ resource, hour }: Pick<Spent, "resource"> & Pick<Charge, "hour">): string => `${resource} ${hour}`;

/** Returns how many times the hours of these charges were settled before. */
const nextParts = async (trx: Trx, teamId: string, charges: readonly Charge[]): Promise<Parts> => {
  const hours = [...new Set(charges.map(({ hour }) => dateOf(hour).toISOString()))];
  const rows = await trx
    .selectFrom("charge")
    .select(({ fn }) => ["resource", "hour", fn.max("part").as("part")])
    .where("team_id", "=", teamId)
    .where("hour", "=", sql<Date>`any(${hours}::timestamptz[])`)
    .groupBy(["resource", "hour"])
    .execute();
  return new Map(rows.map(({ resource, hour, part }) => [slotOf({ resource, hour: microsOf(hour) }), part + 1]));
};

const transferId = (teamId: string, { resource, hour }: Charge, part: number): string =>
  namedId("charge", teamId, resource, hour, part);

const writeCharges = async (trx: Trx, teamId: string, charges: readonly Charge[], parts: Parts): Promise<void> => {
  const column = <T>(read: (charge: Charge, part: number) => T): T[] =>
    charges.map((charge) => read(charge, parts.get(slotOf(charge)) ?? 0));
  await sql`
    insert into charge (team_id, resource, hour, part, subject, service, amount, from_grants, land, price_version, transfer_id)
    select ${teamId}, * from unnest(
      ${column(({ resource }) => resource)}::text[],
      ${column(({ hour }) => dateOf(hour).toISOString())}::timestamptz[],
      ${column((_, part) => part)}::int[],
      ${column(({ subject }) => subject)}::text[],
      ${column(({ service }) => service)}::text[],
      ${column(({ amount }) => amount.toString())}::numeric[],
      ${column(({ fromGrants }) => fromGrants.toString())}::numeric[],
      ${column(({ land }) => land.toString())}::numeric[],
      ${column(({ priceVersion }) => priceVersion.toString())}::bigint[],
      ${column((charge, part) => (charge.land > 0n ? transferId(teamId, charge, part) : null))}::uuid[]
    )
  `.execute(trx);
};

const recordSettled = async (
  trx: Trx,
  teamId: string,
  { usage, grants, ipfs, arweave }: Facts,
  { consumed, charges }: ChargeResult,
  until: Micros,
): Promise<void> => {
  await sql`
    update usage_bucket as kept set billed = billed + done.amount
    from unnest(
      ${usage.map(({ resource }) => resource)}::text[],
      ${usage.map(({ subject }) => subject)}::text[],
      ${usage.map(({ hour }) => dateOf(hour).toISOString())}::timestamptz[],
      ${usage.map(({ amount }) => amount.toString())}::bigint[]
    ) as done (resource, subject, bucket, amount)
    where kept.team_id = ${teamId} and kept.resource = done.resource and kept.subject = done.subject and kept.bucket = done.bucket
  `.execute(trx);
  const spent = grants.filter(({ id, consumed: before }) => consumed.get(id) !== before);
  await sql`
    update allowance_grant as kept set consumed = done.consumed
    from unnest(${spent.map(({ id }) => id)}::uuid[], ${spent.map(({ id }) => String(consumed.get(id)))}::bigint[])
      as done (id, consumed)
    where kept.id = done.id
  `.execute(trx);
  const permanent = charges
    .filter(({ resource }) => resource === "AR_STORAGE")
    .reduce((sum, one) => sum + one.amount, 0n);
  const levels = { IPFS_STORAGE: ipfs, AR_STORAGE: arweave } satisfies Record<StoredResource, unknown>;
  for (const [resource, storage] of Object.entries(levels)) {
    if (!storage || storage.settledAt >= until) continue;
    await sql`
      update storage_level set settled_at = ${timestamp(until)}, settled_bytes = ${levelAt(storage).toString()}::bigint,
        paid_bytes = case resource when 'AR_STORAGE' then paid_bytes + ${permanent.toString()}::bigint else 0 end
      where team_id = ${teamId} and resource = ${resource}
    `.execute(trx);
  }
  await sql`delete from storage_change where team_id = ${teamId} and at < ${timestamp(until)}`.execute(trx);
};

const collectLand = async (
  trx: Trx,
  ledger: Pick<Ledger, "collect">,
  teamId: string,
  charges: readonly Charge[],
  parts: Parts,
): Promise<{ paid: bigint; owed: bigint }[]> => {
  const ends: { paid: bigint; owed: bigint }[] = [];
  for (const [slot, group] of Map.groupBy(charges, slotOf)) {
    const land = group.reduce((sum, charge) => sum + charge.land, 0n);
    if (land === 0n) continue;
    const [first] = group;
    const { resource, hour, priceVersion } = first!;
    const part = parts.get(slot) ?? 0;
    const posting = {
      id: transferId(teamId, first!, part),
      from: { teamId, unit: "LAND" },
      to: { system: "revenue", unit: "LAND" },
      amount: land,
      reason: "usage",
      ref: { resource, hour: Number(hour / 1_000_000n), part, priceVersion: Number(priceVersion) },
    } as const;
    ends.push(await ledger.collect(trx, posting));
  }
  return ends;
};
