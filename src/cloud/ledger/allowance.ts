import type { AccountPackage } from "../../../resources/billing/packages.ts";
import type { MeteredResource } from "../../../resources/limits.ts";
import { AppError } from "../app-error.ts";
import type { Db, Trx } from "../engines/database/database.ts";
import { checkCaps, type Spender } from "./caps.ts";
import { grant, grantFree, grantStandard, grantTrial, turnMonths, withdraw, type AddedGrant } from "./grants.ts";
import { createBalanceCache } from "./balance-cache.ts";
import { quotaOf, stateOf, type Quota } from "./quota.ts";
import { activeGrants, allGrants, isActive, packageOf, usedOf, type Grant } from "./used.ts";
import { changeLevel } from "./storage.ts";
import type { StoredResource } from "./tables.ts";
import { serviceOf, type Usage } from "./usage.ts";

export interface ResourceAllowance {
  readonly resource: MeteredResource;
  /** Of what is allowed; more than that only until LAND was charged for it. */
  readonly used: bigint;
  /** What the grants that are active now hold. */
  readonly allowed: bigint;
}

export interface TeamAllowance {
  readonly package: AccountPackage;
  /** When the trial ends, or the month of the others. */
  readonly endsAt: Date | undefined;
  readonly resources: readonly ResourceAllowance[];
}

export interface Allowance {
  /** The trial package of a new team, from now on. */
  grantTrial(trx: Trx, teamId: string): Promise<void>;
  /** The monthly package of an activated account, in the trial's place. Changes nothing when it, or a larger one, is there. */
  grantFree(trx: Trx, teamId: string): Promise<void>;
  /** Replaces other packages with the monthly package of teams that have deposited. Idempotent. */
  grantStandard(trx: Trx, teamId: string): Promise<void>;
  /** More of a resource: a bonus, a voucher, a purchase. Once under its id; throws LedgerConflict when that differs. */
  grant(trx: Trx, teamId: string, given: AddedGrant): Promise<void>;
  /** Takes back a grant that `grant` gave, from now on. Nothing happens when there is none. */
  withdraw(trx: Trx, id: string): Promise<void>;
  /** Starts the due months of all teams, or of one. */
  turnMonths(db: Db, now: Date, teamId?: string): Promise<void>;
  /**
   * Throws ALLOWANCE_USED_UP if the team's allowance and LAND don't cover the amount, SPEND_CAP_REACHED if a spend cap prevents paying
   * with LAND. Bytes, seconds of build time, or units. Without `spender`, the resource's default service is used.
   */
  ask(db: Db, teamId: string, resource: MeteredResource, amount: bigint | number, spender?: Spender): Promise<void>;
  /**
   * Adds bytes to (or, negative, takes them from) what the team has in store, in the caller's transaction. Throws
   * as `ask` does; the transaction must then be rolled back. Taking away always passes. What is stored beyond the packages needs
   * LAND for a day ahead.
   */
  store(trx: Trx, teamId: string, deltaBytes: bigint | number, resource?: StoredResource): Promise<void>;
  /** The most that would be allowed now: what is left of the packages, and what LAND pays for beyond. */
  room(db: Db, teamId: string, resource: MeteredResource): Promise<bigint>;
  /** What is used and allowed of each resource of the team's packages. */
  used(db: Db, teamId: string): Promise<TeamAllowance>;
}

interface Asked {
  readonly teamId: string;
  readonly resource: MeteredResource;
  readonly spender?: Spender;
}

/** What teams may use: the grants of their packages, against what the meters say, and LAND beyond them. */
export const createAllowance = (usage: Usage): Allowance => {
  const balanceCache = createBalanceCache();
  /** The slow way: everything that is known, with months turned that are due. */
  const quota = async (db: Db, teamId: string, resource: MeteredResource): Promise<Quota> => {
    await turnMonths(db, new Date(), teamId);
    return quotaOf(await stateOf(db, teamId, usage.waiting(teamId)), resource);
  };

  /** Refuses unless LAND pays for so much beyond the packages. */
  const pay = async (db: Db, asked: Asked, known: Quota, beyond: bigint): Promise<void> => {
    const { teamId, resource, spender = { service: serviceOf(resource) } } = asked;
    const cost = known.price(known.excess + beyond);
    if (cost === undefined || known.land < cost) throw new AppError("ALLOWANCE_USED_UP");
    const hasCaps = await checkCaps(db, teamId, spender, { land: cost, unsettled: known.chargeResult.charges });
    if (!hasCaps) balanceCache.note(teamId, resource, known);
  };

  /** Within the packages, which is where nearly everything is, two short queries tell. */
  const leftAtOnce = async (db: Db, teamId: string, resource: MeteredResource): Promise<bigint> => {
    const active = await activeGrants(db, teamId, resource);
    const { used, allowed } = await usedOf(db, usage, { teamId, resource }, active);
    return allowed - used;
  };

  return {
    grantTrial,
    grantFree,
    grantStandard,
    grant,
    withdraw,
    turnMonths,
    ask: async (db, teamId, resource, amount, spender) => {
      const wanted = BigInt(amount);
      const left = await leftAtOnce(db, teamId, resource);
      if (wanted <= left || balanceCache.pays(teamId, resource, wanted - left)) return;
      const known = await quota(db, teamId, resource);
      if (wanted > known.granted)
        await pay(db, { teamId, resource, ...(spender && { spender }) }, known, wanted - known.granted);
    },
    store: async (trx, teamId, deltaBytes, resource = "IPFS_STORAGE") => {
      const delta = BigInt(deltaBytes);
      await changeLevel(trx, teamId, resource, delta);
      usage.tellUsed(teamId);
      if (delta <= 0n) return;
      const left = await leftAtOnce(trx, teamId, resource);
      if (left >= 0n || balanceCache.pays(teamId, resource, -left)) return;
      const known = await quota(trx, teamId, resource);
      // The level has risen already, so what is beyond is known.
      if (known.isBeyond) await pay(trx, { teamId, resource }, known, 0n);
    },
    room: async (db, teamId, resource) => {
      const { granted, payable } = await quota(db, teamId, resource);
      return granted + payable;
    },
    used: async (db, teamId) => {
      const grants = await currentGrants(db, teamId);
      const names = [...new Set(grants.map(({ resource }) => resource))];
      const resources = await Promise.all(
        names.map((resource) => {
          const active = grants.filter((grant) => grant.resource === resource && isActive(grant));
          return usedOf(db, usage, { teamId, resource }, active);
        }),
      );
      return { ...packageOf(grants), resources };
    },
  };
};

/** Starts the current month if it is due. */
const currentGrants = async (db: Db, teamId: string): Promise<Grant[]> => {
  const grants = await allGrants(db, teamId);
  const now = new Date();
  const { package: name, endsAt } = packageOf(grants);
  if (name === "TRIAL" || !endsAt || endsAt > now) return grants;
  await turnMonths(db, now, teamId);
  return allGrants(db, teamId);
};
