import { describe, expect, test } from "vitest";
import { testEvm } from "../../../tests/support/chains/evm.ts";
import { testWeb } from "../../../tests/support/server/web.ts";
import { faucetGiftsPerDay } from "../../../resources/chains/limits.ts";
import { boostChain } from "../../../resources/chains/chains.ts";
import { faucetCalls } from "../../../resources/chains/faucet.ts";
import { openPrices } from "../engines/prices/open.ts";
import { registerChainRpc } from "./evm-rpc.ts";
import { faucetRoutes } from "./faucet/routes.ts";
import { registerPriceFeed } from "./price-feed.ts";

const evm = await testEvm();
const prices = openPrices({ PRICE_URL: undefined });
const { app, url } = await testWeb({
  evm,
  http: ({ app }) => {
    registerChainRpc(app, evm);
    registerPriceFeed(app, prices);
  },
  calls: faucetCalls,
  routes: faucetRoutes(evm),
});
const post = (path: string, body: string) =>
  fetch(`${url}${path}`, { method: "POST", headers: { "content-type": "application/json" }, body });
const ask = async (body: unknown) => (await post("/chain/polygon", JSON.stringify(body))).json();
const call = (method: string, params: unknown[] = []) => ({ jsonrpc: "2.0", id: 1, method, params });
const ethFeed = "ff61491a931112ddf1bd8147cd1b641375f79f5825126d665480874634fd0ace";

describe("POST /chain/{key}", () => {
  test("accepts requests of any origin", async () => {
    const preflight = await fetch(`${url}/chain/polygon`, {
      method: "OPTIONS",
      headers: { origin: "https://any.example" },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
    const answer = await post("/chain/polygon", JSON.stringify(call("eth_chainId")));
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(await answer.json()).toEqual({ jsonrpc: "2.0", id: 1, result: "0x89" });
  });

  test("answers a batch", async () => {
    const answer = await ask([call("eth_chainId"), { ...call("net_version"), id: 2 }]);
    expect(answer).toMatchObject([{ result: "0x89" }, { id: 2, result: "137" }]);
  });

  test("malformed JSON is a parse error, and any other value an invalid request", async () => {
    const answer = await post("/chain/polygon", "{");
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ id: null, error: { code: -32_700 } });
    expect(await ask({})).toMatchObject({ id: null, error: { code: -32_600 } });
  });

  test("a notification is accepted without a response", async () => {
    const answer = await post("/chain/polygon", JSON.stringify({ jsonrpc: "2.0", method: "eth_chainId" }));
    expect(answer.status).toBe(204);
  });

  test("an unknown chain is not found", async () => {
    expect((await post("/chain/dogechain", JSON.stringify(call("eth_chainId")))).status).toBe(404);
  });

  test("a body over 1 MiB is rejected", async () => {
    const payload = " ".repeat(1024 * 1024 + 1);
    expect((await app.inject({ method: "POST", url: "/chain/polygon", payload })).statusCode).toBe(413);
  });

  test("development methods of the node cannot be reached", async () => {
    expect(await ask(call("anvil_setBalance", [`0x${"aa".repeat(20)}`, "0x1"]))).toMatchObject({
      error: { code: -32_601 },
    });
    expect(await ask(call("eth_getBalance", [`0x${"aa".repeat(20)}`, "latest"]))).toMatchObject({ result: "0x0" });
  });
});

describe("/config.json", () => {
  test("marks local chains", async () => {
    const { chains, features } = (await (await fetch(`${url}/config.json`)).json()) as {
      chains: { key: string }[];
      features: unknown;
    };
    expect(chains).toHaveLength(12);
    expect(chains.find(({ key }) => key === "polygon")).toEqual({
      key: "polygon",
      chainId: 137,
      name: "Polygon",
      rpcUrl: "/chain/polygon",
      contracts: evm.find("polygon")!.contracts,
      currency: { name: "POL", symbol: "POL", decimals: 18 },
      explorer: "",
      embedded: true,
    });
    expect(features).toMatchObject({ devWallet: true });
  });
});

describe("POST $resource/faucet", () => {
  const faucet = (body: unknown) => post("/api/resource/faucet", JSON.stringify(body));

  test("sends coins to any address", async () => {
    const address = `0x${"ab".repeat(20)}`;
    expect((await faucet({ chain: "polygon", address })).status).toBe(200);
    expect(await ask(call("eth_getBalance", [address, "latest"]))).toMatchObject({ result: "0xd8d726b7177a800000" });
  });

  test("sends Boost tokens only to signed-in accounts, once a day each, regardless of the address", async () => {
    const gifts: { address: string; withTokens: boolean }[] = [];
    const give: NonNullable<typeof evm.faucet> = async (_chain, address, gift) =>
      void gifts.push({ address, withTokens: gift!.withTokens });
    const web = await testWeb({ calls: faucetCalls, routes: faucetRoutes({ faucet: give, find: evm.find }) });
    const user = await web.signIn();
    const to = (digit: string) => ({ chain: boostChain, address: `0x${digit.repeat(40)}` });
    const requestTokens = (body: object, token?: string) =>
      web.call("POST /api/resource/faucet", { body, ...(token !== undefined && { token }) });
    await requestTokens(to("1"));
    for (const digit of ["2", "3", "2"]) expect((await requestTokens(to(digit), user.accessToken)).status).toBe(200);
    await requestTokens(to("4"), (await web.signIn()).accessToken);
    expect(gifts.map(({ withTokens }) => withTokens)).toEqual([false, true, false, false, true]);
    await web.database.db
      .updateTable("faucet_gift")
      .set({ gifts: faucetGiftsPerDay.address })
      .where("receiver", "=", `${boostChain} ${to("1").address}`)
      .execute();
    expect((await requestTokens(to("1"))).body).toMatchObject({ code: "FAUCET_USED" });
    expect((await requestTokens(to("5"))).status).toBe(200);
  });

  test("counts gifts that are requested at once, in the database of all processes", async () => {
    const give: NonNullable<typeof evm.faucet> = () => Promise.resolve();
    const web = await testWeb({ calls: faucetCalls, routes: faucetRoutes({ faucet: give, find: evm.find }) });
    const body = { chain: "polygon", address: `0x${"6".repeat(40)}` };
    const ask = () => web.call("POST /api/resource/faucet", { body });
    await ask();
    await web.database.db
      .updateTable("faucet_gift")
      .set({ gifts: faucetGiftsPerDay.address - 3 })
      .execute();
    const answers = await Promise.all(Array.from({ length: 6 }, ask));
    const codes = answers.map((answer) => (answer.status === 200 ? "given" : (answer.body.code as string)));
    expect(codes.toSorted()).toEqual(["FAUCET_USED", "FAUCET_USED", "FAUCET_USED", "given", "given", "given"]);
  });

  test("rejects an unknown chain and an invalid address", async () => {
    expect((await faucet({ chain: "dogechain", address: `0x${"ab".repeat(20)}` })).status).toBe(404);
    expect((await faucet({ chain: "polygon", address: "alice" })).status).toBe(422);
  });

  test("is unavailable with public chains", async () => {
    const web = await testWeb({ calls: faucetCalls, routes: faucetRoutes({ faucet: undefined, find: evm.find }) });
    const body = JSON.stringify({ chain: "polygon", address: `0x${"ab".repeat(20)}` });
    const headers = { "content-type": "application/json" };
    expect((await fetch(`${web.url}/api/resource/faucet`, { method: "POST", headers, body })).status).toBe(404);
  });
});

describe("GET /v2/updates/price/latest", () => {
  const latest = (query: string) => fetch(`${url}/v2/updates/price/latest?${query}`);

  test("returns reference prices in the format of Pyth's price service", async () => {
    const { parsed } = (await (await latest(`ids[]=0x${ethFeed}`)).json()) as { parsed: unknown[] };
    expect(parsed).toMatchObject([{ id: ethFeed, price: { price: "250000000000", expo: -8 } }]);
  });

  test("reports unknown feeds and invalid queries", async () => {
    expect((await latest(`ids[]=${"0".repeat(64)}`)).status).toBe(404);
    expect((await latest("ids[]=ETH")).status).toBe(400);
    expect((await latest("")).status).toBe(400);
  });
});
