/**
 * Calculates how much more of a resource a team may use: the rest of its grants, and the amount that its LAND pays for.
 */
import { sql } from "kysely";
import type { MeteredResource } from "../../../../resources/limits.ts";
import { storageAheadSeconds } from "../../../../resources/billing/packages.ts";
import type { Db } from "../../engines/database/database.ts";
import { above, allowedAt, isActiveAt, levelAt } from "./charges/integral.ts";
import type { Facts, StorageFact } from "./usage/facts.ts";
import { asMicros, microsOf, microsPerSecond, type Micros } from "./charges/moments.ts";
import { readFacts } from "./usage/read-facts.ts";
import { landFor, priceAt, calculateCharges, type ChargeResult } from "./charges/calculate-charges.ts";
import { balancesOf } from "./accounts.ts";
import type { Counted } from "./usage/usage-buffer.ts";
import type { Usage } from "./usage/usage.ts";

export interface Quota {
  /** Rest of the active grants. */
  readonly granted: bigint;
  /** Some storage is beyond the grants. */
  readonly isBeyond: boolean;
  /** Available LAND×1e18, minus unsettled charges until now. */
  readonly land: bigint;
  /** Stored bytes beyond the grants. */
  readonly excess: bigint;
  /** Returns the required LAND×1e18 for an amount; for storage, for a period ahead. undefined if there is no price. */
  price(amount: bigint): bigint | undefined;
  /** Maximum amount that LAND pays for, beyond the grants. */
  readonly payable: bigint;
  readonly chargeResult: ChargeResult;
}

/** A team's usage and means at one moment. */
export interface State {
  readonly moment: Micros;
  readonly facts: Facts;
  readonly chargeResult: ChargeResult;
  /** Available LAND×1e18, minus unsettled charges until now. */
  readonly land: bigint;
}

/** Includes unwritten counts. */
export const stateOf = (db: Db, teamId: string, usage: Pick<Usage, "withWaiting">): Promise<State> =>
  usage.withWaiting(db, teamId, (waiting) => stateWith(db, teamId, waiting));

/** `waiting`: unwritten counts. */
export const stateWith = async (db: Db, teamId: string, waiting: readonly Counted[]): Promise<State> => {
  const moment = await momentOf(db);
  const facts = await readFacts(db, teamId, moment, waiting);
  const chargeResult = calculateCharges(facts, moment);
  const { balance, held, owed } = await balancesOf(db, teamId, "LAND");
  return { moment, facts, chargeResult, land: balance - held - owed - chargeResult.land };
};

export const quotaOf = ({ moment, facts, chargeResult, land }: State, resource: MeteredResource): Quota => {
  const isLevel = resource === "IPFS_STORAGE";
  const { granted, excess, isBeyond } = isLevel
    ? levelLeft(facts, moment)
    : leftOf(facts, chargeResult, resource, moment);
  const price = priceAt(facts.prices, resource, moment);
  const scale = isLevel ? BigInt(storageAheadSeconds) * microsPerSecond : 1n;
  const payable = price && land > 0n && price.land > 0n ? above((land * price.per) / (price.land * scale), excess) : 0n;
  return {
    granted,
    isBeyond,
    excess,
    land,
    price: (amount) => price && landFor(price, amount * scale),
    payable,
    chargeResult,
  };
};

/** Returns the later of two clocks: the database dates levels, this process dates grants. */
const momentOf = async (db: Db): Promise<Micros> => {
  const { rows } = await sql<{ now: bigint }>`select ${asMicros(sql`clock_timestamp()`)} as now`.execute(db);
  const [databaseNow, processNow] = [rows[0]!.now, microsOf(new Date())];
  return (databaseNow > processNow ? databaseNow : processNow) + 1n;
};

const levelLeft = ({ ipfs, grants }: Facts, moment: Micros) => {
  const level = ipfs ? levelAt(ipfs) : 0n;
  const allowed = allowedAt(
    grants.filter(({ resource }) => resource === "IPFS_STORAGE"),
    moment,
  );
  return { granted: above(allowed, level), excess: above(level, allowed), isBeyond: level > allowed };
};

const leftOf = (facts: Facts, { consumed, charges }: ChargeResult, resource: MeteredResource, moment: Micros) => {
  const active = facts.grants.filter((grant) => grant.resource === resource && isActiveAt(grant, moment));
  const left = active.reduce((sum, { id, amount }) => sum + amount - consumed.get(id)!, 0n);
  // Storage that was paid once and deleted can be used again.
  const unused = resource === "AR_STORAGE" && facts.arweave ? unusedOf(facts.arweave) : 0n;
  const isBeyond = charges.some((charge) => charge.resource === resource && charge.amount > charge.fromGrants);
  return { granted: left + unused, excess: 0n, isBeyond };
};

const unusedOf = (storage: StorageFact): bigint => above(storage.paidBytes, levelAt(storage));
