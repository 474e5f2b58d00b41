import type { Logger } from "pino";
import { priceOldSeconds } from "../../../resources/billing/mini-limits.ts";
import { referencePrices } from "../../../resources/billing/prices.ts";
import { AppError } from "../kernel/app-error.ts";
import type { Price, Prices } from "../engines/prices/prices.ts";

/**
 * The current price of one toncoin. Never falls back to a reference price, because real payments depend on it. Throws PRICE_UNAVAILABLE.
 */
export const toncoinPrice = async (prices: Pick<Prices, "latest">, log: Pick<Logger, "warn">): Promise<Price> => {
  const latest = await prices.latest([referencePrices.TON.feedId]).catch((error: unknown) => {
    log.warn({ err: error }, "Can't reach the price service; the toncoin price is unavailable");
    return [];
  });
  const price = latest[0];
  const isFresh = price !== undefined && price.publishedAt > Date.now() / 1000 - priceOldSeconds;
  if (!isFresh || price.price <= 0n) throw new AppError("PRICE_UNAVAILABLE");
  return price;
};
