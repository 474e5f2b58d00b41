import type { MeteredResource } from "../../../resources/limits.ts";
import type { Quota } from "./quota.ts";

/**
 * Caches for one second that a team has ample LAND, so that most requests skip the calculation. Teams with less than
 * twice the requested amount, or with caps, are checked each time.
 */
export interface BalanceCache {
  /** `beyond`: the unsettled and requested amount of a resource that packages do not pay for. */
  pays(teamId: string, resource: MeteredResource, beyond: bigint): boolean;
  note(teamId: string, resource: MeteredResource, quota: Pick<Quota, "land" | "price">): void;
}

const lifetimeMs = 1000;
const entriesMax = 10_000;

export const createBalanceCache = (): BalanceCache => {
  const cached = new Map<string, { readonly land: bigint; readonly price: Quota["price"]; readonly until: number }>();
  const keyOf = (teamId: string, resource: MeteredResource): string => `${teamId} ${resource}`;
  return {
    pays: (teamId, resource, beyond) => {
      const entry = cached.get(keyOf(teamId, resource));
      if (!entry || entry.until < performance.now()) return false;
      const cost = entry.price(beyond);
      return cost !== undefined && cost * 2n <= entry.land;
    },
    note: (teamId, resource, { land, price }) => {
      if (cached.size >= entriesMax) cached.clear();
      cached.set(keyOf(teamId, resource), { land, price, until: performance.now() + lifetimeMs });
    },
  };
};
