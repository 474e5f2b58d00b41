import type { PriceData, priceList } from "../../../../resources/billing/quote.ts";
import type { Reply } from "../../../../resources/declare/call-input.ts";
import { storageMonthSeconds, type MeteredResource } from "../../../../resources/limits.ts";

export type Prices = Reply<typeof priceList>["items"];

const GiB = 2n ** 30n;

/** Display unit of a resource: its size in bytes, seconds or units, and its name. */
export const counted: Readonly<Record<MeteredResource, { readonly size: bigint; readonly name: string }>> = {
  IPFS_STORAGE: { size: GiB, name: "GB" },
  AR_STORAGE: { size: GiB, name: "GB" },
  TRAFFIC: { size: GiB, name: "GB" },
  BUILD_TIME: { size: 60n, name: "build minute" },
  COMPUTE_UNIT: { size: 1_000_000n, name: "million compute units" },
  AI_RPC: { size: 1_000_000n, name: "million tokens" },
};

const lasting: Readonly<Partial<Record<MeteredResource, string>>> = {
  IPFS_STORAGE: " and month",
  AR_STORAGE: ", stored permanently",
};

/** The unit of a price, after "per": "GB and month", of 30 days. */
export const unitOf = (resource: MeteredResource): string => `${counted[resource].name}${lasting[resource] ?? ""}`;

/** LAND×1e18 for an amount in bytes, seconds or units; of storage, for 30 days. Rounded down, as it is charged. */
export const landOf = ({ land, per, unit }: PriceData, amount: bigint): bigint => {
  const scale = unit === "BYTE_SECOND" ? storageMonthSeconds : 1n;
  return (amount * scale * BigInt(land)) / BigInt(per);
};

/** Returns the current price of a resource not sold by item; announced prices start later. */
export const priceNow = (prices: Prices, resource: MeteredResource, nowSeconds: number): PriceData | undefined =>
  prices.findLast(
    ({ resourceType, item, data }) => resourceType === resource && item === undefined && data.since <= nowSeconds,
  )?.data;
