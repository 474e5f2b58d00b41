import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { expect, test } from "vitest";
import { referencePrices } from "../../../../resources/billing/prices.ts";
import { atFileEnd } from "../../../../tests/support/file-end.ts";
import { coinPriceOf, openPrices } from "./open.ts";
import { dollars18, UnknownFeed } from "./prices.ts";

/** A price service compatible with Hermes; records its requests. */
const requests: string[] = [];
let answer: { status: number; body: string } = { status: 200, body: "" };
const server = createServer((request, response) => {
  requests.push(decodeURIComponent(request.url!));
  response.writeHead(answer.status, { "content-type": "application/json" }).end(answer.body);
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
atFileEnd(async () => void server.close());
const serviceUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const log = pino({ level: "silent" });
const { feedId } = referencePrices.ETH;
const parsed = (price: string, expo: number) =>
  JSON.stringify({ parsed: [{ id: feedId, price: { price, conf: "1", expo, publish_time: 1_700_000_000 } }] });

test("dollars are returned ×1e18, for any exponent", () => {
  expect(dollars18({ price: 250_012_345_678n, expo: -8 })).toBe(2_500_123_456_780_000_000_000n);
  expect(dollars18({ price: 3n, expo: 0 })).toBe(3n * 10n ** 18n);
  expect(dollars18({ price: 12_345n, expo: -20 })).toBe(123n);
});

test("without a price service, coins cost the reference price", async () => {
  const coinPrice = coinPriceOf(openPrices({ PRICE_URL: undefined }), log);
  expect(await coinPrice("POL")).toBe(25n * 10n ** 16n);
  expect(await coinPrice("ETH")).toBe(2_500n * 10n ** 18n);
});

test("only needed prices are requested from a price service, and its response is cached briefly", async () => {
  answer = { status: 200, body: parsed("312345000000", -8) };
  const prices = openPrices({ PRICE_URL: serviceUrl });
  const coinPrice = coinPriceOf(prices, log);
  expect(await coinPrice("ETH")).toBe(3_123_450_000_000_000_000_000n);
  expect(await coinPrice("ETH")).toBe(3_123_450_000_000_000_000_000n);
  expect(requests).toEqual([`/v2/updates/price/latest?ids[]=${feedId}`]);
  expect(await prices.latest([feedId])).toMatchObject([{ publishedAt: 1_700_000_000 }]);
});

test("the reference price is used while the price service is down or returns invalid data", async () => {
  answer = { status: 503, body: "" };
  expect(await coinPriceOf(openPrices({ PRICE_URL: serviceUrl }), log)("ETH")).toBe(2_500n * 10n ** 18n);
  answer = { status: 200, body: parsed("-5", -8) };
  expect(await coinPriceOf(openPrices({ PRICE_URL: serviceUrl }), log)("ETH")).toBe(2_500n * 10n ** 18n);
});

test("an unknown price is distinguished from an unavailable service", async () => {
  answer = { status: 404, body: "Price ids not found" };
  await expect(openPrices({ PRICE_URL: serviceUrl }).latest(["0".repeat(64)])).rejects.toThrow(UnknownFeed);
});
