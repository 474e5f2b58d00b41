import { LRUCache } from "lru-cache";
import type { MeteredResource } from "../../../../resources/limits.ts";
import { AppError } from "../../kernel/app-error.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import { checkCaps, type Spender } from "./charges/caps.ts";
import { grant, grantFree, grantStandard, grantTrial, turnMonths, withdraw } from "./grants.ts";
import { quotaOf, stateOf, type Quota } from "./quota.ts";
import { leftAtLeast, teamAllowance, type TeamAllowance } from "./usage/used.ts";
import { changeLevel, type StoredResource } from "./usage/storage.ts";
import { serviceOf, type Usage } from "./usage/usage.ts";

export type Allowance = ReturnType<typeof createAllowance>;

interface AllowanceRequest {
  readonly teamId: string;
  readonly resource: MeteredResource;
  readonly spender?: Spender;
}

/** Creates the allowance of teams: the grants of their packages compared with metered usage, and LAND beyond them. */
export const createAllowance = (usage: Usage) => {
  const balanceCache = createBalanceCache();
  /** Calculates the full quota after starting due months. Slow. */
  const quota = async (db: Db, teamId: string, resource: MeteredResource): Promise<Quota> => {
    await turnMonths(db, new Date(), teamId);
    return quotaOf(await stateOf(db, teamId, usage), resource);
  };

  /** Throws unless LAND pays for the amount beyond the packages. */
  const pay = async (db: Db, request: AllowanceRequest, current: Quota, beyond: bigint): Promise<void> => {
    const { teamId, resource, spender = { service: serviceOf(resource) } } = request;
    const cost = current.price(current.excess + beyond);
    if (cost === undefined || current.land < cost) throw new AppError("ALLOWANCE_USED_UP");
    const hasCaps = await checkCaps(db, teamId, spender, { land: cost, unsettled: current.chargeResult.charges });
    if (!hasCaps) balanceCache.note(teamId, resource, current);
  };

  return {
    /** Grants the trial package to a new team, from now on. */
    grantTrial,
    /** Replaces the trial by an activated account's monthly package. Does nothing if the team has it or a larger one. */
    grantFree,
    /** Replaces other packages by the monthly package of teams that have deposited. Idempotent. */
    grantStandard,
    /** Adds a grant: a bonus, a voucher, a purchase. Idempotent by ID; throws LedgerConflict if it differs. */
    grant,
    /** Ends a grant now. Does nothing if it does not exist. */
    withdraw,
    /** Starts the due months of all teams, or of one. */
    turnMonths,
    /**
     * Throws ALLOWANCE_USED_UP if the team's allowance and LAND don't cover the amount, SPEND_CAP_REACHED if a spend cap prevents paying
     * with LAND. Bytes, seconds of build time, or units. Without `spender`, the resource's default service is used.
     */
    ask: async (
      db: Db,
      teamId: string,
      resource: MeteredResource,
      amount: bigint | number,
      spender?: Spender,
    ): Promise<void> => {
      const requested = BigInt(amount);
      // Suffices for nearly all requests.
      const left = await leftAtLeast(db, usage, teamId, resource);
      if (requested <= left || balanceCache.pays(teamId, resource, requested - left)) return;
      const current = await quota(db, teamId, resource);
      if (requested > current.granted)
        await pay(db, { teamId, resource, ...(spender && { spender }) }, current, requested - current.granted);
    },
    /**
     * Changes the team's stored bytes by `deltaBytes`, in the caller's transaction. Throws like `ask`; the transaction
     * must then be rolled back. A decrease always succeeds. Storage beyond the packages requires LAND for one day ahead.
     */
    store: async (
      trx: Trx,
      teamId: string,
      deltaBytes: bigint | number,
      resource: StoredResource = "IPFS_STORAGE",
    ): Promise<void> => {
      const delta = BigInt(deltaBytes);
      const level = await changeLevel(trx, teamId, resource, delta);
      usage.notifyUsed(teamId);
      if (delta <= 0n) return;
      const left = await leftAtLeast(trx, usage, teamId, resource, level);
      if (left >= 0n || balanceCache.pays(teamId, resource, -left)) return;
      const current = await quota(trx, teamId, resource);
      // The level has changed already and includes the amount beyond.
      if (current.isBeyond) await pay(trx, { teamId, resource }, current, 0n);
    },
    /** Returns the maximum that is allowed now: the rest of the packages plus the amount that LAND pays for. */
    room: async (db: Db, teamId: string, resource: MeteredResource): Promise<bigint> => {
      const { granted, payable } = await quota(db, teamId, resource);
      return granted + payable;
    },
    /** Returns usage and allowance of each resource, and the add-ons. */
    used: (db: Db, teamId: string): Promise<TeamAllowance> => teamAllowance(db, usage, teamId),
  };
};

/**
 * Caches for one second that a team has ample LAND, so that most requests skip the calculation. Teams with less than
 * twice the requested amount, or with caps, are checked each time.
 */

const lifetimeMs = 1000;
const entriesMax = 10_000;

const createBalanceCache = () => {
  const cached = new LRUCache<string, Pick<Quota, "land" | "price">>({
    max: entriesMax,
    ttl: lifetimeMs,
    ttlResolution: 0,
  });
  const keyOf = (teamId: string, resource: MeteredResource): string => `${teamId} ${resource}`;
  return {
    /** `beyond`: the unsettled and requested amount of a resource that packages do not pay for. */
    pays: (teamId: string, resource: MeteredResource, beyond: bigint): boolean => {
      const entry = cached.get(keyOf(teamId, resource));
      if (!entry) return false;
      const cost = entry.price(beyond);
      return cost !== undefined && cost * 2n <= entry.land;
    },
    note: (teamId: string, resource: MeteredResource, { land, price }: Pick<Quota, "land" | "price">): void =>
      void cached.set(keyOf(teamId, resource), { land, price }),
  };
};
