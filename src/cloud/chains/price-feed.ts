/**
 * GET /v2/updates/price/latest?ids[]=…: coin prices in the format of Pyth's price service (Hermes), for pages and
 * programs of any origin. Not signed: `binary` is empty, so contracts can't use it.
 */
import type { FastifyInstance } from "fastify";
import { pricePath } from "../../../resources/billing/prices.ts";
import { UnknownFeed, type Price, type Prices } from "../engines/prices/prices.ts";
import { createRateLimit } from "../kernel/limits/rate-limit.ts";

const perMinute = 300;
const idsMax = 20;
const idPattern = /^(0x)?[0-9a-f]{64}$/i;

export const registerPriceFeed = (app: FastifyInstance, { latest }: Pick<Prices, "latest">): void => {
  const limit = createRateLimit(app, "prices", perMinute);
  app.get(pricePath, async (request, reply) => {
    await limit(request.ip);
    reply.headers({ "access-control-allow-origin": "*", "cache-control": "no-store" });
    const ids = idsIn(request.query);
    if (ids === undefined) return reply.code(400).send("Specify at least one price: ids[]=<64 hexadecimal digits>.");
    try {
      return await reply.send({ binary: { encoding: "hex", data: [] }, parsed: (await latest(ids)).map(parsedForm) });
    } catch (error) {
      if (error instanceof UnknownFeed) return reply.code(404).send(error.message);
      request.log.warn({ err: error }, "The price service is unreachable");
      return reply.code(502).send("The price service is unreachable. Try again in a moment.");
    }
  });
};

const idsIn = (query: unknown): string[] | undefined => {
  const { "ids[]": input } = query as { "ids[]"?: string | string[] };
  const ids = [input ?? []].flat();
  const isValid = ids.length > 0 && ids.length <= idsMax && ids.every((id) => idPattern.test(id));
  return isValid ? ids.map((id) => id.toLowerCase().replace(/^0x/, "")) : undefined;
};

const parsedForm = ({ feedId, price, expo, publishedAt }: Price) => {
  const value = { price: String(price), conf: "0", expo, publish_time: publishedAt };
  return { id: feedId, price: value, ema_price: value, metadata: { prev_publish_time: publishedAt } };
};
