/** Estimate of a month's cost. */
import { packageSizes, type AccountPackage } from "../../../../../resources/billing/packages.ts";
import { counted, landOf, priceNow, type Prices } from "../../../framework/cost/prices.ts";

/** The calculator's fields, in order. */
export const estimated = ["IPFS_STORAGE", "TRAFFIC", "BUILD_TIME", "COMPUTE_UNIT", "AR_STORAGE"] as const;
export type Estimated = (typeof estimated)[number];

/** As entered, in GB, minutes and millions of units. */
export type Typed = Readonly<Record<Estimated, string>>;

export interface Estimate {
  readonly rows: readonly { readonly resource: Estimated; readonly land: bigint }[];
  /** LAND×1e18 each month. */
  readonly monthly: bigint;
  /** LAND×1e18 once, for permanent storage. */
  readonly once: bigint;
}

/** Returns the cost above a package. Invalid input counts as zero. */
export const estimate = (input: Typed, prices: Prices, pack: AccountPackage | "NONE", nowSeconds: number): Estimate => {
  const rows = estimated.map((resource) => {
    const held = pack === "NONE" ? 0n : BigInt(packageSizes[pack][resource] ?? 0);
    const amount = amountOf(input[resource], counted[resource].size) ?? 0n;
    const price = priceNow(prices, resource, nowSeconds);
    return { resource, land: price && amount > held ? landOf(price, amount - held) : 0n };
  });
  const sum = (isOnce: boolean): bigint =>
    rows.filter(({ resource }) => (resource === "AR_STORAGE") === isOnce).reduce((all, { land }) => all + land, 0n);
  return { rows, monthly: sum(false), once: sum(true) };
};

const decimals = 3;

/** Parses a number with up to three decimals into base units: "1.5" of 60 is 90n. Returns undefined if invalid. */
export const amountOf = (input: string, size: bigint): bigint | undefined => {
  const found = /^(\d{1,12})(?:[.,](\d{1,3}))?$/.exec(input.trim());
  if (!found) return undefined;
  const thousandths = BigInt(found[1]! + (found[2] ?? "").padEnd(decimals, "0"));
  return (thousandths * size) / 1000n;
};
