/** What a month would cost. */
import type { priceList } from "../../../../../resources/billing/account-calls.ts";
import type { Reply } from "../../../../../resources/call-input.ts";
import { packageSizes, type AccountPackage } from "../../../../../resources/billing/packages.ts";
import type { MeteredResource } from "../../../../../resources/limits.ts";
import { counted, landOf } from "./price-words.ts";

export type Prices = Reply<typeof priceList>["items"];

/** What the calculator asks for, in its order. */
export const estimated = ["IPFS_STORAGE", "TRAFFIC", "BUILD_TIME", "COMPUTE_UNIT", "AR_STORAGE"] as const;
export type Estimated = (typeof estimated)[number];

/** As typed, in GB, minutes and millions of units. */
export type Typed = Readonly<Record<Estimated, string>>;

export interface Estimate {
  readonly rows: readonly { readonly resource: Estimated; readonly land: bigint }[];
  /** LAND×1e18 each month. */
  readonly monthly: bigint;
  /** LAND×1e18 once, for what stays for ever. */
  readonly once: bigint;
}

/** What is typed costs beyond a package; what is no number counts as nothing. */
export const estimate = (typed: Typed, prices: Prices, pack: AccountPackage | "NONE", nowSeconds: number): Estimate => {
  const rows = estimated.map((resource) => {
    const held = pack === "NONE" ? 0n : BigInt(packageSizes[pack][resource] ?? 0);
    const amount = amountOf(typed[resource], counted[resource].size) ?? 0n;
    const price = priceNow(prices, resource, nowSeconds);
    return { resource, land: price && amount > held ? landOf(price, amount - held) : 0n };
  });
  const sum = (isOnce: boolean): bigint =>
    rows.filter(({ resource }) => (resource === "AR_STORAGE") === isOnce).reduce((all, { land }) => all + land, 0n);
  return { rows, monthly: sum(false), once: sum(true) };
};

/** The version that holds; announced ones begin later. */
export const priceNow = (
  prices: Prices,
  resource: MeteredResource,
  nowSeconds: number,
): Prices[number]["data"] | undefined =>
  prices.findLast(
    ({ resourceType, item, data }) => resourceType === resource && item === undefined && data.since <= nowSeconds,
  )?.data;

const decimals = 3;

/** A number with up to three decimals, in base units: "1.5" of 60 is 90n. undefined: it is no such number. */
export const amountOf = (typed: string, size: bigint): bigint | undefined => {
  const found = /^(\d{1,12})(?:[.,](\d{1,3}))?$/.exec(typed.trim());
  if (!found) return undefined;
  const thousandths = BigInt(found[1]! + (found[2] ?? "").padEnd(decimals, "0"));
  return (thousandths * size) / 1000n;
};
