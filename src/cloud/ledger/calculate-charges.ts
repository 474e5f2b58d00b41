/**
 * What use costs: from facts alone, the same whether it is asked before something is done, shown on a screen or settled. Hour by hour:
 * grants that are active in an hour pay for what was used in it, the soonest to end first; LAND pays for the rest at the price of
 * the hour, rounded down to a unit of 1e-18 for each subject.
 */
import type { BilledService } from "../../../resources/billing/packages.ts";
import type { MeteredResource } from "../../../resources/limits.ts";
import type { Facts, GrantFact, Price, StorageFact, UsageFact } from "./facts.ts";
import { areasOf } from "./integral.ts";
import { hourOf, microsPerHour, type Micros } from "./moments.ts";

/** One subject's use of a resource in an hour. Of IPFS_STORAGE, amounts are bytes times microseconds. */
export interface Charge {
  readonly resource: MeteredResource;
  readonly hour: Micros;
  readonly subject: string;
  readonly service: BilledService;
  readonly amount: bigint;
  readonly fromGrants: bigint;
  /** ×1e18. */
  readonly land: bigint;
  /** 0n: no price is known. */
  readonly priceVersion: bigint;
}

export interface ChargeResult {
  readonly charges: readonly Charge[];
  /** What of each grant is consumed after that, by its id. */
  readonly consumed: ReadonlyMap<string, bigint>;
  /** Sum of all charges in LAND×1e18. */
  readonly land: bigint;
}

/** Everything that is not settled, until a moment. */
export const calculateCharges = (facts: Facts, until: Micros): ChargeResult => {
  const consumed = new Map(facts.grants.map(({ id, consumed: settled }) => [id, settled]));
  const take = (resource: MeteredResource, hour: Micros, wanted: bigint): bigint => {
    let left = wanted;
    for (const grant of facts.grants) {
      if (left === 0n) break;
      if (grant.resource !== resource || !isActiveIn(grant, hour)) continue;
      const known = consumed.get(grant.id)!;
      const part = least(left, grant.amount - known);
      consumed.set(grant.id, known + part);
      left -= part;
    }
    return wanted - left;
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

/** LAND×1e18 for an amount at a price, rounded down. */
export const landFor = (price: Price | undefined, amount: bigint): bigint =>
  price ? (amount * price.land) / price.per : 0n;

/** The newest version that began by then; prices change at full hours. */
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

/** What stays forever is used once: when there is more of it at the end of an hour than ever before. */
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

/** Divides what the grants paid among the subjects, by what each used; sums stay exact. */
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

/** At any moment of the hour. */
const isActiveIn = ({ startsAt, endsAt }: GrantFact, hour: Micros): boolean =>
  startsAt < hour + microsPerHour && (endsAt === undefined || endsAt > hour);

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const compare = (a: bigint | string, b: bigint | string): number => Number(a > b) - Number(a < b);
