import { pino } from "pino";
import { expect, test } from "vitest";
import { testDatabase } from "../../../../tests/support/database/database.ts";
import { pricesBetween } from "../../billing/ledger/charges/prices.ts";
import { microsOf, microsPerHour } from "../../billing/ledger/charges/moments.ts";
import { createArweavePrice } from "./service.ts";

const { db } = await testDatabase();
const GiB = 1024 ** 3;
/** The simulated network price and exchange rate. */
const world = { winston: 1_000_000_000_000n, cents: 700n, isEmbedded: false, silent: false };
const { keep } = createArweavePrice(
  {
    database: { db },
    arweave: {
      get isEmbedded() {
        return world.isEmbedded;
      },
      node: {
        price: async (bytes) => {
          if (world.silent) throw new Error("fetch failed");
          return (world.winston * BigInt(bytes)) / BigInt(GiB);
        },
      },
    },
    prices: {
      embedded: false,
      latest: async ([feedId]) => [{ feedId: feedId!, price: world.cents, expo: -2, publishedAt: 0 }],
    },
  },
  pino({ level: "silent" }),
);
const versions = async () => {
  const soon = microsOf(new Date()) + microsPerHour;
  const all = await pricesBetween(db, 0n, soon);
  return all.filter(({ resource }) => resource === "AR_STORAGE").map(({ land, per }) => [land / 10n ** 18n, per]);
};
const listed = [8_000_000n, BigInt(GiB)];

test("the AR_STORAGE price follows the Arweave quote from the next full hour", async () => {
  await keep();
  expect(await versions()).toEqual([listed, [7_000_000n, BigInt(GiB)]]);
});

test("a quote within 1% of the price, or a failed request, changes nothing", async () => {
  world.cents = 705n;
  await keep();
  world.silent = true;
  await keep();
  expect(await versions()).toHaveLength(2);
});

test("on an embedded weave the list price applies", async () => {
  Object.assign(world, { cents: 900n, silent: false, isEmbedded: true });
  await keep();
  expect(await versions()).toHaveLength(2);
});
