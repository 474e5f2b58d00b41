import type { Logger } from "pino";
import { priceOldSeconds } from "../../../resources/billing/mini-limits.ts";
import { referencePrices } from "../../../resources/prices.ts";
import { AppError } from "../app-error.ts";
import type { Price, Prices } from "../engines/prices/prices.ts";

/** What one toncoin costs now. No reference price stands in for a price service: people would pay, or be paid, by it. Throws PRICE_UNAVAILABLE. */
export const toncoinPrice = async (prices: Pick<Prices, "latest">, log: Pick<Logger, "warn">): Promise<Price> => {
  const found = await prices.latest([referencePrices.TON.feedId]).catch((error: unknown) => {
    log.warn({ err: error }, "The price service does not answer; there is no price of toncoin for now");
    return [];
  });
  const price = found[0];
  const isFresh = price !== undefined && price.publishedAt > Date.now() / 1000 - priceOldSeconds;
  if (!isFresh || price.price <= 0n) throw new AppError("PRICE_UNAVAILABLE");
  return price;
};
