import type { Logger } from "pino";
import { referencePrices, type PricedCoin } from "../../../../resources/prices.ts";
import type { Config } from "../../config.ts";
import { openHermes } from "./hermes.ts";
import { dollars18, type Prices } from "./prices.ts";
import { referenceOnly } from "./reference.ts";

/** Opens the built-in reference prices, unless PRICE_URL is set. */
export const openPrices = ({ PRICE_URL }: Pick<Config, "PRICE_URL">): Prices =>
  PRICE_URL === undefined ? referenceOnly() : openHermes(PRICE_URL);

/**
 * Returns the price of one coin in US dollars ×1e18, by symbol; the reference price while the price service is
 * unavailable.
 */
export const coinPriceOf =
  (prices: Prices, log: Logger, reference = referenceOnly()) =>
  async (symbol: string): Promise<bigint> => {
    const { feedId } = referencePrices[symbol as PricedCoin];
    const latest = await prices.latest([feedId]).catch((error: unknown) => {
      log.warn({ err: error, symbol }, "The price service is unavailable; using the reference price");
      return reference.latest([feedId]);
    });
    return dollars18(latest[0]!);
  };
