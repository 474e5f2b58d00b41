import type { MeteredResource } from "../../../resources/limits.ts";
import type { Quota } from "./quota.ts";

/**
 * Caches for a second that a team has plenty of LAND, so that most requests skip the calculation. Teams with less than twice the
 * requested amount, or with caps, are checked again each time.
 */
export interface Purses {
  /** `beyond`: all of a resource that is not settled, and that its packages do not pay for, with what is asked for. */
  pays(teamId: string, resource: MeteredResource, beyond: bigint): boolean;
  note(teamId: string, resource: MeteredResource, quota: Pick<Quota, "land" | "price">): void;
}

const rememberedMs = 1000;
const pursesMax = 10_000;

export const createPurses = (): Purses => {
  const known = new Map<string, { readonly land: bigint; readonly price: Quota["price"]; readonly until: number }>();
  const keyOf = (teamId: string, resource: MeteredResource): string => `${teamId} ${resource}`;
  return {
    pays: (teamId, resource, beyond) => {
      const purse = known.get(keyOf(teamId, resource));
      if (!purse || purse.until < performance.now()) return false;
      const cost = purse.price(beyond);
      return cost !== undefined && cost * 2n <= purse.land;
    },
    note: (teamId, resource, { land, price }) => {
      if (known.size >= pursesMax) known.clear();
      known.set(keyOf(teamId, resource), { land, price, until: performance.now() + rememberedMs });
    },
  };
};
