import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeAll, expect, it } from "vitest";
import type { Row } from "../../../../resources/declare/define.ts";
import { operatorPrices } from "../../../../resources/operator/prices.ts";
import { testWeb, type TestWeb } from "../../../../tests/support/server/web.ts";
import { microsOf, microsPerHour, microsPerSecond } from "../../billing/ledger/charges/moments.ts";
import { pricesBetween } from "../../billing/ledger/charges/prices.ts";
import { landFor, priceAt } from "../../billing/ledger/charges/calculate-charges.ts";
import { decimalOf, landOf } from "./prices.ts";
import { operatorPriceRoutes } from "./routes.ts";

type Person = Awaited<ReturnType<TestWeb["signIn"]>>;
type Entry = Row<typeof operatorPrices>;

const operatorKey = privateKeyToAccount(generatePrivateKey());
const hourSeconds = 3600;
/** Far enough in the future that no hour ends in between. */
const hoursAhead = (hours: number): number => (Math.floor(Date.now() / 1000 / hourSeconds) + hours) * hourSeconds;

let web: TestWeb;
let operator: Person;
beforeAll(async () => {
  web = await testWeb({
    resources: [operatorPrices],
    routes: operatorPriceRoutes(async (item) => ["small/chat", "small/chat#output"].includes(item)),
    settings: { OPERATORS: operatorKey.address },
  });
  operator = await web.signIn(operatorKey);
});

const path = "/api/bill-consume/operator/prices";
const list = async (query = ""): Promise<Entry[]> =>
  ((await web.call(`GET ${path}?size=100${query}`, { token: operator.accessToken })).body.data as { items: Entry[] })
    .items;
const set = (price: Partial<Entry>) => web.call(`POST ${path}`, { token: operator.accessToken, body: price });

it("the price list is shown in common units and charged exactly", async () => {
  const current = await list("&state=current");
  expect(Object.fromEntries(current.map(({ resource, land }) => [resource, land]))).toEqual({
    IPFS_STORAGE: "80711.025426432",
    AR_STORAGE: "8000000",
    TRAFFIC: "100000",
    BUILD_TIME: "30000",
    COMPUTE_UNIT: "200000",
  });
});

it("a new version applies from a full hour on; the previous one applies until then and stays in the history", async () => {
  const startsAt = hoursAhead(5);
  const { body } = await set({ resource: "IPFS_STORAGE", land: "90000.5", startsAt });
  expect(body.data).toMatchObject({ resource: "IPFS_STORAGE", land: "90000.5", startsAt, state: "announced" });
  const versions = await list("&resource=IPFS_STORAGE");
  expect(versions.map(({ land, state }) => [land, state])).toEqual([
    ["90000.5", "announced"],
    ["80711.025426432", "current"],
  ]);
  const from = BigInt(startsAt) * microsPerSecond;
  const prices = await pricesBetween(web.database.db, microsOf(new Date()), from + microsPerHour);
  const month = 1024n ** 3n * 30n * 86_400n * microsPerSecond;
  expect(landFor(priceAt(prices, "IPFS_STORAGE", from - 1n)!, month)).toBe(80_711_025_426_432n * 10n ** 9n);
  expect(landFor(priceAt(prices, "IPFS_STORAGE", from)!, month)).toBe(landOf("90000.5"));
});

it("of two versions for the same hour the later one applies", async () => {
  const startsAt = hoursAhead(9);
  await set({ resource: "TRAFFIC", land: "1", startsAt });
  await set({ resource: "TRAFFIC", land: "2", startsAt });
  const versions = await list("&resource=TRAFFIC");
  expect(versions.map(({ land, state }) => [land, state])).toEqual([
    ["2", "announced"],
    ["1", "past"],
    ["100000", "current"],
  ]);
});

it("AI has a price per model; other resources have one price", async () => {
  const startsAt = hoursAhead(5);
  expect((await set({ resource: "AI_RPC", item: "small/chat", land: "0.000001", startsAt })).status).toBe(200);
  expect(await list("&resource=AI_RPC")).toMatchObject([{ item: "small/chat", land: "0.000001", state: "announced" }]);
  const refused = await set({ resource: "TRAFFIC", item: "small/chat", land: "1" });
  expect([refused.status, Object.keys(refused.body.data)]).toEqual([422, ["item"]]);
});

it("an AI price requires a model of some server", async () => {
  for (const item of ["smal/chat", "small/chat#outptu", undefined]) {
    const refused = await set({ resource: "AI_RPC", ...(item && { item }), land: "1" });
    expect([refused.status, Object.keys(refused.body.data)]).toEqual([422, ["item"]]);
  }
  expect((await set({ resource: "AI_RPC", item: "small/chat#output", land: "1" })).status).toBe(200);
});

it("a past or current hour is refused, and so is an invalid number", async () => {
  for (const startsAt of [0, hoursAhead(-1), hoursAhead(3) + 60]) {
    const refused = await set({ resource: "TRAFFIC", land: "1", startsAt });
    expect([refused.status, Object.keys(refused.body.data)]).toEqual([422, ["startsAt"]]);
  }
  for (const land of ["-1", "1e9", "", "1.0000000000000000001", "9".repeat(30)])
    expect((await set({ resource: "TRAFFIC", land })).status).toBe(422);
});

it("only operators can see and set prices", async () => {
  const { accessToken } = await web.signIn();
  for (const line of [`GET ${path}`, `POST ${path}`])
    expect((await web.call(line, { token: accessToken, ...(line.startsWith("POST") && { body: {} }) })).status).toBe(
      404,
    );
});

it("decimals are exact", () => {
  for (const text of ["0", "1", "0.000000000000000001", "999999999999999999999999.5"])
    expect(decimalOf(landOf(text))).toBe(text);
});
