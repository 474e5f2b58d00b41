import * as z from "zod";
import { pricePath } from "../../../../resources/prices.ts";
import { UnknownFeed, type Price, type Prices } from "./prices.ts";
import { fetchConfigured } from "../network/fetch.ts";

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
export const openHermes = (baseUrl: string): Prices => {
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
