/** What models cost: items of the price list of AI_RPC, in LAND for tokens. */
import type { Db } from "../../engines/database/database.ts";
import { microsOf } from "../../ledger/moments.ts";
import { priceListAt, type ListedPrice } from "../../ledger/prices.ts";

/** An item is a model's id, the price of what it reads; with one of these behind it, of something else. */
export const priceSuffixes = { output: "#output", cacheRead: "#cache-read", cacheCreate: "#cache-create" } as const;

/** LAND×1e18 for `per` tokens. */
export interface TokenPrice {
  readonly land: bigint;
  readonly per: bigint;
}

/** Tokens without a separate price cost as much as input tokens. */
export interface ModelPrices {
  readonly input: TokenPrice;
  readonly output: TokenPrice;
  readonly cacheRead: TokenPrice;
  readonly cacheCreate: TokenPrice;
}

export interface Tokens {
  /** All that were read, with those from a cache. */
  readonly input: bigint;
  readonly output: bigint;
  readonly cacheRead: bigint;
  readonly cacheCreate: bigint;
}

const nothing: TokenPrice = { land: 0n, per: 1n };
export const freePrices: ModelPrices = { input: nothing, output: nothing, cacheRead: nothing, cacheCreate: nothing };

/** Of all models that have a price now, by id. */
export const modelPrices = async (db: Db): Promise<(model: string) => ModelPrices | undefined> => {
  const now = microsOf(new Date());
  const listed = await priceListAt(db, now);
  const items = new Map<string, ListedPrice>();
  // In the order in which they begin, so the last that has started applies.
  for (const price of listed) if (price.resource === "AI_RPC" && price.startsAt <= now) items.set(price.item, price);
  return (model) => {
    const input = items.get(model);
    if (!input) return undefined;
    const of = (kind: keyof typeof priceSuffixes): TokenPrice => items.get(model + priceSuffixes[kind]) ?? input;
    return { input, output: of("output"), cacheRead: of("cacheRead"), cacheCreate: of("cacheCreate") };
  };
};

/** LAND×1e18, rounded down for each kind of tokens. */
export const costOf = (prices: ModelPrices, { input, output, cacheRead, cacheCreate }: Tokens): bigint => {
  const cached = cacheRead + cacheCreate;
  const fresh = input > cached ? input - cached : 0n;
  return (
    landFor(prices.input, fresh) +
    landFor(prices.output, output) +
    landFor(prices.cacheRead, cacheRead) +
    landFor(prices.cacheCreate, cacheCreate)
  );
};

/** LAND×1e18 that so many tokens cost at most, however they turn out. Every kind is rounded down by less than 1. */
export const costAtMost = (prices: ModelPrices, input: bigint, output: bigint): bigint => {
  const dearest = [prices.input, prices.cacheRead, prices.cacheCreate].reduce((a, b) =>
    a.land * b.per >= b.land * a.per ? a : b,
  );
  return landFor(dearest, input) + landFor(prices.output, output);
};

export const isFree = (prices: ModelPrices): boolean => Object.values(prices).every(({ land }) => land === 0n);

/** LAND for one token, in decimals: "0.0000025". */
export const landPerToken = ({ land, per }: TokenPrice): string => {
  const scaled = (land * 10n ** (decimals - 18n)) / per;
  const text = scaled.toString().padStart(Number(decimals) + 1, "0");
  const fraction = text.slice(-Number(decimals)).replace(/0+$/, "");
  return text.slice(0, -Number(decimals)) + (fraction && `.${fraction}`);
};

const decimals = 30n;

const landFor = ({ land, per }: TokenPrice, tokens: bigint): bigint => (tokens * land) / per;
