import { pino } from "pino";
import { beforeAll, describe, expect, it } from "vitest";
import { testDatabase, type TestDatabase } from "../../../../tests/support/database/database.ts";
import { openPrices } from "../../engines/prices/open.ts";
import type { Price, Prices } from "../../engines/prices/prices.ts";
import { createMiniPayments } from "./service.ts";

const log = pino({ level: "silent" });
let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});

interface World {
  readonly chains: boolean;
  readonly ton: boolean;
  readonly bot: boolean;
  readonly prices?: Prices;
}

/** `true`: the cloud's own. */
const paymentsIn = ({ chains, ton, bot, prices = openPrices({ PRICE_URL: undefined }) }: World) =>
  createMiniPayments({
    engines: {
      database,
      evm: { embedded: chains },
      ton: { embedded: ton, network: "-3", collector: async () => "0Qcollector", onSent: () => () => undefined },
      bot: { embedded: bot },
      prices,
    } as unknown as Parameters<typeof createMiniPayments>[0]["engines"],
    config: { STAR_USD: "0.013" },
    bot: { on: () => undefined },
    deposits: { receive: async () => undefined, refund: async () => undefined },
    log,
  });
const market = (price: Partial<Price> | Error): Prices => ({
  embedded: false,
  latest: async ([feedId]) => {
    if (price instanceof Error) throw price;
    return [{ feedId: feedId!, price: 3n, expo: 0, publishedAt: Date.now() / 1000, ...price }];
  },
});
const million = 1_000_000n * 10n ** 18n;
const order = async (world: World, asset: "TON" | "STAR" = "TON") => {
  const keep = await paymentsIn(world).prepareOrder(asset, million);
  return database.db.transaction().execute((trx) => keep(trx, { personId: crypto.randomUUID(), euid: "0x" }));
};

describe("accepted assets", () => {
  it("exclude test coins where LAND is sold for real ones", () => {
    const own = { chains: true, ton: true, bot: true };
    const offered = (world: World) => (["TON", "STAR"] as const).filter((asset) => paymentsIn(world).offers(asset));
    expect(offered(own)).toEqual(["TON", "STAR"]);
    expect(offered({ ...own, chains: false })).toEqual([]);
    expect(offered({ chains: false, ton: false, bot: false, prices: market({}) })).toEqual(["TON", "STAR"]);
    // Coins that are worth something, by a price for trying out.
    expect(offered({ chains: false, ton: false, bot: false })).toEqual(["STAR"]);
  });

  it("are reported when a user orders with another one", async () => {
    await expect(order({ chains: false, ton: true, bot: true })).rejects.toMatchObject({ code: "MINI_ASSET_OFF" });
    await expect(order({ chains: false, ton: true, bot: true }, "STAR")).rejects.toMatchObject({
      code: "MINI_ASSET_OFF",
    });
  });
});

describe("toncoin without a price", () => {
  it("is not accepted: neither a reference price nor an outdated one is used", async () => {
    const world = { chains: false, ton: false, bot: true };
    expect(await order({ ...world, prices: market({}) })).toMatchObject({ amountNano: "350000000" });
    for (const price of [new Error("down"), { publishedAt: Date.now() / 1000 - 3600 }, { price: 0n }])
      await expect(order({ ...world, prices: market(price) })).rejects.toMatchObject({ code: "PRICE_UNAVAILABLE" });
  });
});
