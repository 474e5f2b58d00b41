/** Computes what models cost, from their prices per token in decimals of LAND. */
import type { AiModel } from "../../../../../resources/ai/model-calls.ts";
import { aiAnswerTokens } from "../../../../../resources/ai/limits.ts";
import { formatLand, formatLandDollars, formatLandExactly } from "../../../lib/format/land.ts";

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

interface PriceWords {
  readonly dollars: string;
  readonly land: string;
  /** To the last digit. */
  readonly exact: string;
}

/** Formats a price per million tokens, such as "$2.50" and "2.5 M LAND". Undefined if it is free. */
export const pricePerMillion = (perToken: string): PriceWords | undefined => {
  const land = landFor(perToken, 1_000_000);
  if (land === 0n) return undefined;
  return {
    dollars: formatLandDollars(land),
    land: `${formatLand(land)} LAND`,
    exact: `${formatLandExactly(land)} LAND`,
  };
};

/** Formats a price per million tokens in one text: "Free", or "$2.50 (2.5 M LAND)". */
export const perMillion = (perToken: string): string => {
  const price = pricePerMillion(perToken);
  return price ? `${price.dollars} (${price.land})` : "Free";
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
