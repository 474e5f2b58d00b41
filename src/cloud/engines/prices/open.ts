import type { Logger } from "pino";
import { referencePrices, type PricedCoin, pricePath } from "../../../../resources/billing/prices.ts";
import type { Config } from "../../config.ts";
import { dollars18, type Prices, UnknownFeed, type Price } from "./prices.ts";
import * as z from "zod";
import { fetchConfigured } from "../network/fetch.ts";

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

const patienceMs = 5_000;
const cacheMs = 10_000;
const feedId = z.string().transform((id) => id.toLowerCase().replace(/^0x/, ""));
const reply = z.object({
  parsed: z.array(
    z.object({
      id: feedId,
      price: z.object({
        price: z.string().regex(/^\d+$/).transform(BigInt),
        expo: z.int().min(-30).max(10),
        publish_time: z.int(),
      }),
    }),
  ),
});

/** Opens a price service at `baseUrl`, such as https://hermes.pyth.network. Caches responses for 10 seconds. */
const openHermes = (baseUrl: string): Prices => {
  const cached = new Map<string, { readonly price: Price; readonly until: number }>();
  const refresh = async (feedIds: readonly string[]): Promise<void> => {
    const url = new URL(pricePath.slice(1), baseUrl.endsWith("/") ? baseUrl : `${baseUrl}/`);
    for (const id of feedIds) url.searchParams.append("ids[]", id);
    const response = await fetchConfigured(url.href, { signal: AbortSignal.timeout(patienceMs) });
    if (response.status === 404 && feedIds.length === 1) throw new UnknownFeed(feedIds[0]!);
    if (!response.ok) throw new Error(`The price service responded with ${response.status}.`);
    for (const { id, price } of reply.parse(await response.json()).parsed) {
      cached.set(id, {
        price: { feedId: id, price: price.price, expo: price.expo, publishedAt: price.publish_time },
        until: Date.now() + cacheMs,
      });
    }
  };
  return {
    embedded: false,
    latest: async (feedIds) => {
      const missing = feedIds.filter((id) => (cached.get(id)?.until ?? 0) < Date.now());
      if (missing.length > 0) await refresh(missing);
      return feedIds.map((id) => {
        const entry = cached.get(id);
        if (!entry) throw new UnknownFeed(id);
        return entry.price;
      });
    },
  };
};

/** Pyth's usual exponent. */
const expo = -8;

/** The table of resources/billing/prices.ts, published now. */
const referenceOnly = (now = () => Date.now()): Prices => ({
  embedded: true,
  latest: async (feedIds) =>
    feedIds.map((feedId): Price => {
      const match = Object.values(referencePrices).find((each) => each.feedId === feedId);
      if (!match) throw new UnknownFeed(feedId);
      return { feedId, price: scaled(match.dollars), expo, publishedAt: Math.floor(now() / 1000) };
    }),
});

const scaled = (dollars: string): bigint => {
  const [integer = "0", fraction = ""] = dollars.split(".");
  return BigInt(integer + fraction.padEnd(-expo, "0"));
};
