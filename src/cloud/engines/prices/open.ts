import type { Logger } from "pino";
import { referencePrices, type PricedCoin } from "../../../../resources/prices.ts";
import type { Config } from "../../config.ts";
import { openHermes } from "./hermes.ts";
import { dollars18, type Prices } from "./prices.ts";
import { referenceOnly } from "./reference.ts";

/** Built-in reference prices, unless PRICE_URL names a price service. */
export const openPrices = ({ PRICE_URL }: Pick<Config, "PRICE_URL">): Prices =>
  PRICE_URL === undefined ? referenceOnly() : openHermes(PRICE_URL);

/** Returns the US dollars ×1e18 for one coin, by symbol; the reference price while a price service is unavailable. */
export const coinPriceOf =
  (prices: Prices, log: Logger, reference = referenceOnly()) =>
  async (symbol: string): Promise<bigint> => {
    const { feedId } = referencePrices[symbol as PricedCoin];
    const found = await prices.latest([feedId]).catch((error: unknown) => {
      log.warn({ err: error, symbol }, "The price service is unavailable; using the reference price");
      return reference.latest([feedId]);
    });
    return dollars18(found[0]!);
  };
