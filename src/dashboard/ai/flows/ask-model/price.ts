/** Computes what models cost, from their prices per token in decimals of LAND. */
import { formatDollars } from "../../../../../resources/money.ts";
import type { AiModel } from "../../../../../resources/ai/model-calls.ts";
import { aiAnswerTokens } from "../../../../../resources/ai/limits.ts";

export type Prices = Pick<AiModel, "priceInput" | "priceOutput" | "priceCacheRead" | "priceCacheCreate">;

/** Returns LAND ×1e18 for a number of tokens, rounded up. */
export const landFor = (perToken: string, tokens: number): bigint => {
  const [whole = "0", fraction = ""] = perToken.split(".");
  const scaled = BigInt(whole + fraction.padEnd(priceDigits, "0").slice(0, priceDigits)) * BigInt(tokens);
  return (scaled + belowLand - 1n) / belowLand;
};

export const isFree = (prices: Prices): boolean => {
  const { priceInput, priceOutput, priceCacheRead, priceCacheCreate } = prices;
  return [priceInput, priceOutput, priceCacheRead, priceCacheCreate].every((price) => landFor(price, 1) === 0n);
};

/** Returns the price of a million tokens in LAND ×1e18; 0 if they are free. */
export const pricePerMillion = (perToken: string): bigint => landFor(perToken, 1_000_000);

/** Formats a price per million tokens for a sentence: "Free", or "$2.50". */
export const perMillion = (perToken: string): string => {
  const price = pricePerMillion(perToken);
  return price === 0n ? "Free" : formatDollars(price);
};

/**
 * Returns the LAND ×1e18 to reserve for a request, its maximum cost: every byte counts as an input token, at the
 * highest input price.
 */
export const maxCost = (prices: Prices, bytes: number, maxTokens: number = aiAnswerTokens): bigint => {
  const reading = [prices.priceInput, prices.priceCacheRead, prices.priceCacheCreate].map((price) =>
    landFor(price, bytes),
  );
  return reading.reduce((a, b) => (a > b ? a : b)) + landFor(prices.priceOutput, maxTokens);
};

const priceDigits = 30;
const belowLand = 10n ** BigInt(priceDigits - 18);
