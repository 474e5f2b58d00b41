/**
 * Calculates the cost of usage from facts alone, the same for estimates, screens and settlements. Hour by hour, active
 * grants pay first, the earliest expiry first, a package replaced in that hour last; LAND pays for the rest at the price of the hour, rounded down to a unit
 * of 1e-18 per subject.
 */
import type { BilledService } from "../../../../../resources/billing/packages.ts";
import type { MeteredResource } from "../../../../../resources/limits.ts";
import type { Facts, GrantFact, Price, StorageFact, UsageFact } from "../usage/facts.ts";
import { areasOf } from "./integral.ts";
import { hourOf, microsPerHour, type Micros } from "./moments.ts";

/** One subject's usage of a resource in an hour. For IPFS_STORAGE, amounts are bytes × microseconds. */
export interface Charge {
  readonly resource: MeteredResource;
  readonly hour: Micros;
  readonly subject: string;
  readonly service: BilledService;
  readonly amount: bigint;
  readonly fromGrants: bigint;
  /** ×1e18. */
  readonly land: bigint;
  /** 0n if there is no price. */
  readonly priceVersion: bigint;
}

export interface ChargeResult {
  readonly charges: readonly Charge[];
  /** Consumption of each grant afterwards, by its ID. */
  readonly consumed: ReadonlyMap<string, bigint>;
  /** Sum of all charges in LAND×1e18. */
  readonly land: bigint;
}

/** Calculates all unsettled charges until a moment. */
export const calculateCharges = (facts: Facts, until: Micros): ChargeResult => {
  const consumed = new Map(facts.grants.map(({ id, consumed: settled }) => [id, settled]));
  const take = (resource: MeteredResource, hour: Micros, requested: bigint): bigint => {
    let left = requested;
    const active = facts.grants.filter((grant) => grant.resource === resource && isActiveIn(grant, hour));
    for (const grant of replacedLast(active)) {
      if (left === 0n) break;
      const soFar = consumed.get(grant.id)!;
      const part = least(left, grant.amount - soFar);
      consumed.set(grant.id, soFar + part);
      left -= part;
    }
    return requested - left;
  };
  const flows = [...facts.usage, ...arweaveUse(facts.arweave, until)].filter(({ amount }) => amount > 0n);
  const groups = Map.groupBy(flows, ({ hour, resource }) => `${hour} ${resource}`);
  const inOrder = [...groups.values()].toSorted((a, b) => compare(a[0]!.hour, b[0]!.hour));
  const charges = inOrder.flatMap((group) => {
    const { resource, hour } = group[0]!;
    const total = group.reduce((sum, { amount }) => sum + amount, 0n);
    return shared(group, take(resource, hour, total), total, priceAt(facts.prices, resource, hour));
  });
  charges.push(...storageCharges(facts, until));
  return { charges, consumed, land: charges.reduce((sum, { land }) => sum + land, 0n) };
};

/**
 * Moves the account packages that another one replaced within the hour behind all other grants: usage of that hour
 * counts for the new package, as it shows.
 */
const replacedLast = (active: readonly GrantFact[]): GrantFact[] => {
  const packages = active.filter(({ isOfAccount }) => isOfAccount);
  const newest = packages.reduce<GrantFact | undefined>((a, b) => (a && a.startsAt > b.startsAt ? a : b), undefined);
  const replaced = packages.filter((grant) => grant !== newest);
  return [...active.filter((grant) => !replaced.includes(grant)), ...replaced];
};

/** Returns the price of an amount in LAND×1e18, rounded down. */
export const landFor = (price: Price | undefined, amount: bigint): bigint =>
  price ? (amount * price.land) / price.per : 0n;

/** Returns the latest version that has started; prices change on full hours. */
export const priceAt = (prices: readonly Price[], resource: MeteredResource, moment: Micros): Price | undefined =>
  prices.findLast((price) => price.resource === resource && price.startsAt <= moment);

const storageCharges = ({ ipfs, grants, prices }: Facts, until: Micros): Charge[] => {
  if (!ipfs) return [];
  const levels = grants.filter(({ resource }) => resource === "IPFS_STORAGE");
  return areasOf(ipfs, levels, until).map(({ hour, total, excess }) => {
    const use = { resource: "IPFS_STORAGE", hour, subject: "", service: "STORAGE", amount: total } as const;
    return chargeFor(use, total - excess, priceAt(prices, "IPFS_STORAGE", hour));
  });
};

/** Permanent storage is used once: when its level at the end of an hour exceeds every earlier one. */
const arweaveUse = (storage: StorageFact | undefined, until: Micros): UsageFact[] => {
  if (!storage) return [];
  const changes = storage.changes.filter(({ at }) => at < until);
  const atEnd = new Map(changes.map(({ at, sizeBytes }) => [hourOf(at), sizeBytes]));
  let paid = storage.paidBytes;
  return [...atEnd].flatMap(([hour, sizeBytes]) => {
    if (sizeBytes <= paid) return [];
    const amount = sizeBytes - paid;
    paid = sizeBytes;
    return [{ resource: "AR_STORAGE", subject: "", service: "STORAGE", hour, amount } as const];
  });
};

/** Divides the granted amount among the subjects in proportion to their usage; sums stay exact. */
const shared = (uses: readonly UsageFact[], granted: bigint, total: bigint, price: Price | undefined): Charge[] => {
  let before = 0n;
  const ordered = uses.toSorted((a, b) => compare(a.subject, b.subject));
  return ordered.map((use) => {
    const until = before + use.amount;
    const fromGrants = (granted * until) / total - (granted * before) / total;
    before = until;
    return chargeFor(use, fromGrants, price);
  });
};

const chargeFor = (use: UsageFact, fromGrants: bigint, price: Price | undefined): Charge => ({
  ...use,
  fromGrants,
  land: landFor(price, use.amount - fromGrants),
  priceVersion: price?.version ?? 0n,
});

/** Returns whether a grant is active at any moment of the hour. */
const isActiveIn = ({ startsAt, endsAt }: GrantFact, hour: Micros): boolean =>
  startsAt < hour + microsPerHour && (endsAt === undefined || endsAt > hour);

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const compare = (a: bigint | string, b: bigint | string): number => Number(a > b) - Number(a < b);
