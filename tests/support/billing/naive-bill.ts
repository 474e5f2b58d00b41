/** Computes the cost of a month second by second from the events: slow, simple, and independent of the ledger. */

export interface NaiveGrant {
  readonly resource: string;
  readonly amount: bigint;
  /** Seconds since 1970. */
  readonly from: number;
  readonly until: number;
}

export interface NaiveMonth {
  readonly from: number;
  readonly until: number;
  readonly grants: readonly NaiveGrant[];
  /** Stored bytes from a second on. */
  readonly levels: readonly { readonly at: number; readonly bytes: bigint }[];
  readonly uses: readonly {
    readonly at: number;
    readonly resource: string;
    readonly subject: string;
    readonly amount: bigint;
  }[];
  /** LAND ×1e18 for `per` units from a second on; for storage, per byte and second. */
  readonly prices: readonly {
    readonly resource: string;
    readonly from: number;
    readonly land: bigint;
    readonly per: bigint;
  }[];
}

/** Returns LAND ×1e18 by resource. */
export const naiveBill = (month: NaiveMonth): Record<string, bigint> => {
  const bill: Record<string, bigint> = { IPFS_STORAGE: storageBill(month) };
  const left = new Map(month.grants.map((grant) => [grant, grant.amount]));
  for (let hour = month.from; hour < month.until; hour += 3600) {
    const uses = month.uses.filter(({ at }) => at >= hour && at < hour + 3600);
    for (const resource of new Set(uses.map((use) => use.resource))) {
      const own = uses.filter((use) => use.resource === resource);
      let unpaid = own.reduce((sum, { amount }) => sum + amount, 0n);
      const all = unpaid;
      const budgets = month.grants.filter(
        (one) => one.resource === resource && one.from < hour + 3600 && one.until > hour,
      );
      for (const grant of budgets.toSorted((a, b) => a.until - b.until)) {
        const part = left.get(grant)! < unpaid ? left.get(grant)! : unpaid;
        left.set(grant, left.get(grant)! - part);
        unpaid -= part;
      }
      bill[resource] = (bill[resource] ?? 0n) + bySubject(own, all - unpaid, all, priceAt(month, resource, hour));
    }
  }
  return bill;
};

/**
 * Distributes grants to subjects in proportion, in the order of their names; each remainder is rounded down separately.
 */
const bySubject = (
  uses: NaiveMonth["uses"],
  granted: bigint,
  all: bigint,
  price: { readonly land: bigint; readonly per: bigint },
): bigint => {
  let [sum, counted, shared] = [0n, 0n, 0n];
  for (const subject of [...new Set(uses.map((use) => use.subject))].toSorted()) {
    const amount = uses.filter((use) => use.subject === subject).reduce((total, use) => total + use.amount, 0n);
    counted += amount;
    const share = (granted * counted) / all - shared;
    shared += share;
    sum += ((amount - share) * price.land) / price.per;
  }
  return sum;
};

const storageBill = (month: NaiveMonth): bigint => {
  const levels = [...month.levels];
  let [bill, bytes] = [0n, 0n];
  const grants = month.grants.filter(({ resource }) => resource === "IPFS_STORAGE");
  for (let hour = month.from; hour < month.until; hour += 3600) {
    let byteSeconds = 0n;
    for (let second = hour; second < hour + 3600; second += 1) {
      while (levels[0] && levels[0].at <= second) bytes = levels.shift()!.bytes;
      let free = 0n;
      for (const grant of grants) if (grant.from <= second && grant.until > second) free += grant.amount;
      if (bytes > free) byteSeconds += bytes - free;
    }
    const { land, per } = priceAt(month, "IPFS_STORAGE", hour);
    bill += (byteSeconds * land) / per;
  }
  return bill;
};

const priceAt = (month: NaiveMonth, resource: string, second: number) =>
  month.prices.findLast((price) => price.resource === resource && price.from <= second)!;
