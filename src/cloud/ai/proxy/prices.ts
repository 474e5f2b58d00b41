/** Prices of models: AI_RPC items of the price list, in LAND per number of tokens. */
import type { Db } from "../../engines/database/database.ts";
import { microsOf } from "../../billing/ledger/charges/moments.ts";
import { priceListAt, type ListedPrice } from "../../billing/ledger/charges/prices.ts";

/** An item is a model's ID, for its input price; these suffixes are for other prices. */
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
  /** All input tokens, including cached ones. */
  readonly input: bigint;
  readonly output: bigint;
  readonly cacheRead: bigint;
  readonly cacheCreate: bigint;
}

const nothing: TokenPrice = { land: 0n, per: 1n };
export const freePrices: ModelPrices = { input: nothing, output: nothing, cacheRead: nothing, cacheCreate: nothing };

/** Returns the current prices by model ID. */
export const modelPrices = async (db: Db): Promise<(model: string) => ModelPrices | undefined> => {
  const now = microsOf(new Date());
  const listed = await priceListAt(db, now);
  const items = new Map<string, ListedPrice>();
  // In the order of their start, so the last started one applies.
  for (const price of listed) if (price.resource === "AI_RPC" && price.startsAt <= now) items.set(price.item, price);
  return (model) => {
    const input = items.get(model);
    if (!input) return undefined;
    const of = (kind: keyof typeof priceSuffixes): TokenPrice => items.get(model + priceSuffixes[kind]) ?? input;
    return { input, output: of("output"), cacheRead: of("cacheRead"), cacheCreate: of("cacheCreate") };
  };
};

/** Returns LAND×1e18, rounded down for each kind of token. */
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

/** Returns the maximum LAND×1e18 of this many tokens of any kind. Each kind is rounded down by less than 1. */
export const costAtMost = (prices: ModelPrices, input: bigint, output: bigint): bigint => {
  const dearest = [prices.input, prices.cacheRead, prices.cacheCreate].reduce((a, b) =>
    a.land * b.per >= b.land * a.per ? a : b,
  );
  return landFor(dearest, input) + landFor(prices.output, output);
};

export const isFree = (prices: ModelPrices): boolean => Object.values(prices).every(({ land }) => land === 0n);

/** Returns LAND per token in decimals: "0.0000025". */
export const landPerToken = ({ land, per }: TokenPrice): string => {
  const scaled = (land * 10n ** (decimals - 18n)) / per;
  const text = scaled.toString().padStart(Number(decimals) + 1, "0");
  const fraction = text.slice(-Number(decimals)).replace(/0+$/, "");
  return text.slice(0, -Number(decimals)) + (fraction && `.${fraction}`);
};

const decimals = 30n;

const landFor = ({ land, per }: TokenPrice, tokens: bigint): bigint => (tokens * land) / per;
