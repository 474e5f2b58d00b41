/** Metrics of RPC keys: displayed usage equals counted and billed usage. */
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeAll, expect, test, vi } from "vitest";
import { newOwner } from "../../support/account/owner.ts";
import { testCloud, type TestCloud } from "../../support/server/cloud.ts";
import { rpc, rpcTeam } from "../../support/chains/rpc-team.ts";

const operator = privateKeyToAccount(generatePrivateKey());
let cloud: TestCloud;
beforeAll(async () => {
  cloud = await testCloud({ EVM_BLOCK_MS: "20", OPERATORS: operator.address });
});

interface Pairs<X> {
  readonly x: readonly X[];
  readonly y: readonly number[];
}
const stat = "GET /api/rpc/rpc/manager/stat";
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

test("overview, trends and rankings show the same totals, for a key and for the team", async () => {
  const team = await rpcTeam(cloud, 1_000_000, 10n);
  const [free, paid] = [await team.newKey("FREE"), await team.newKey("VIP")];
  for (const method of ["eth_chainId", "eth_chainId", "eth_gasPrice", "anvil_mine", "eth_inventedByMe"])
    await rpc(team.url(free.userKey), method);
  await rpc(team.url(paid.userKey, "bsc/mainnet"), "eth_getBalance", [`0x${"0".repeat(40)}`, "latest"]);

  const overview = (query = "") => team.data<Record<string, number>>(`${stat}/overview?days=1${query}`);
  const [ofFree, ofTeam] = [await overview(`&userKey=${free.id}`), await overview()];
  const { usage } = await team.data<{ usage: number }>(`GET /api/rpc/rpc/manager/keys/${free.id}`);
  expect(ofFree).toMatchObject({ usage, requests: 5, errors: 2, rate: 0.6 });
  expect(ofTeam).toMatchObject({ usage: usage + 15, requests: 6 });
  expect(await overview("&chain=bsc/mainnet")).toMatchObject({ usage: 15, requests: 1 });

  const read = <X>(name: string, type: string) => team.data<Pairs<X>>(`${stat}/${name}?days=1&type=${type}`);
  const requests = await read<number>("trends", "REQUESTS");
  expect(sum(requests.y)).toBe(6);
  expect(requests.x).toEqual(requests.x.map((_each, place) => requests.x[0]! + place * 3600));
  expect(sum((await read<number>("trends", "CU")).y)).toBe(ofTeam["usage"]);
  expect(sum((await team.data<Pairs<number>>(`${stat}/trends?days=30`)).y)).toBe(6);

  const methods = await read<string>("top5", "REQUESTS");
  expect(methods.x.slice(0, 2)).toEqual(["eth_chainId", "other"]);
  expect(methods.x).not.toContain("eth_inventedByMe");
  expect(sum(methods.y)).toBe(6);
  expect(await read("top5onchain", "REQUESTS")).toEqual({ x: ["polygon/mainnet", "bsc/mainnet"], y: [5, 1] });
});

test("the log of a key shows errors and refusals, page by page", async () => {
  const team = await rpcTeam(cloud);
  const { id, userKey } = await team.newKey("FREE");
  await rpc(team.url(userKey), "eth_getTransactionCount", [`0x${"1".repeat(40)}`, "latest"]);
  await rpc(team.url(userKey), "eth_call", [{ to: "nonsense" }, "latest"]);
  const allow = [{ type: "agent", value: "my-shop" }];
  await team.data(`PUT /api/rpc/rpc/manager/keys/${id}/rules`, { allow, dailyCap: null, atCap: "STOP" });
  expect((await rpc(team.url(userKey), "eth_chainId")).status).toBe(403);
  const log = (query: string) =>
    team.data<{ total: number; items: { method: string; code: number | null; error: string; upstream: string }[] }>(
      `GET /api/rpc/rpc/manager/keys/${id}/log?${query}`,
    );
  const all = await log("");
  expect(all.items.map(({ method }) => method)).toEqual(["eth_chainId", "eth_call", "eth_getTransactionCount"]);
  expect(all.items[2]).toMatchObject({ code: null, upstream: "own" });
  const errors = await log("errors=true&page=2&size=1");
  expect(errors).toMatchObject({ total: 2, items: [{ method: "eth_call" }] });
  expect(all.items[0]).toMatchObject({ code: -32_090, error: expect.stringContaining("user agent") as string });
});

test("a request with an error is kept with what it contained, without secrets; of successful ones nothing is", async () => {
  const team = await rpcTeam(cloud);
  const { id, userKey } = await team.newKey("FREE");
  const url = team.url(userKey);
  const origin = "https://shop.example";
  const token = "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJzaG9wIn0.c2lnbmF0dXJl";
  const headers = { origin, authorization: `Bearer ${token}`, "user-agent": "shop/1.0" };
  const account = `0x${"1".repeat(40)}`;
  await rpc(url, "eth_getTransactionCount", [account, "latest"], headers);
  const call = { to: "nonsense", note: `at ${url}`, password: "hunter2", headers: { Authorization: token } };
  await rpc(url, "eth_call", [call, "latest"], headers);
  await rpc(url, "personal_unlockAccount", [account, "hunter2"], headers);
  await rpc(url, "eth_inventedByMe", ["x".repeat(100_000)], headers);

  type Line = { id: string; method: string; reason: string | null };
  const list = (query = "") =>
    team.data<{ total: number; items: Line[] }>(`GET /api/rpc/rpc/manager/keys/${id}/log?${query}`);
  const { items } = await list();
  const detail = (line: Line) => `GET /api/rpc/rpc/manager/keys/${id}/log/${line.id}`;
  const read = (line: Line) => team.data<Record<string, string>>(detail(line));
  const [invented, unlock, failed, fine] = items as [Line, Line, Line, Line];
  expect(items.map(({ method, reason }) => [method, reason])).toEqual([
    ["eth_inventedByMe", "NODE"],
    ["personal_unlockAccount", "METHOD_NOT_OFFERED"],
    ["eth_call", "NODE"],
    ["eth_getTransactionCount", null],
  ]);
  const kept = await read(failed);
  expect(kept).toMatchObject({ origin, agent: "shop/1.0", chain: "polygon/mainnet" });
  expect(JSON.parse(kept["params"]!)).toEqual([
    {
      to: "nonsense",
      note: `at ${cloud.url}/v1/polygon/mainnet/[removed]`,
      password: "[removed]",
      headers: { Authorization: "[removed]" },
    },
    "latest",
  ]);
  expect((await read(unlock))["params"]).toBe('"[removed]"');
  expect((await read(invented))["params"]!.length).toBeLessThan(600);

  const own = cloud.database.db.selectFrom("rpc_log").selectAll().where("key_id", "=", id);
  const [stored] = await own.where("error_code", "is", null).execute();
  expect(stored).toMatchObject({ params: null, origin: null, agent: null, reason: null, error_data: null });
  expect((await team.call(detail(fine), { token: team.token })).status).toBe(404);
  const text = JSON.stringify(await own.execute(), (_name, value: unknown) => (typeof value === "bigint" ? "" : value));
  for (const secret of [userKey, token, "hunter2"]) expect(text).not.toContain(secret);

  const stranger = await rpcTeam(cloud);
  expect((await stranger.call(detail(failed), { token: stranger.token })).status).toBe(404);
  const methods = async (query: string) => (await list(query)).items.map(({ method }) => method);
  expect(await methods("result=refused")).toEqual(["personal_unlockAccount"]);
  expect(await methods("result=failed&method=CALL")).toEqual(["eth_call"]);
  expect(await methods("result=success")).toEqual(["eth_getTransactionCount"]);
  expect(await methods("method=_")).toHaveLength(4);
  expect(await methods("method=%25")).toEqual([]);
  const now = Math.floor(Date.now() / 1000);
  expect(await methods(`startAt=${now - 600}&endAt=${now + 600}`)).toHaveLength(4);
  expect(await methods(`endAt=${now - 600}`)).toEqual([]);
});

test("the alert on an error rate is sent once its share of requests has failed", async () => {
  const team = await rpcTeam(cloud);
  const { userKey } = await team.newKey("FREE");
  const path = "/api/auth/team/service-alerts";
  const off = await team.data<Record<string, unknown>>(`GET ${path}`);
  expect(off).toMatchObject({ rpcErrors: null, rpcSpend: null, rpcQuota: false });
  for (const rpcErrors of [0, 101, 2.5])
    expect((await team.call(`PUT ${path}`, { token: team.token, body: { ...off, rpcErrors } })).status).toBe(422);
  await team.data(`PUT ${path}`, { ...off, rpcErrors: 50 });
  for (let n = 0; n < 20; n += 1) await rpc(team.url(userKey), n < 10 ? "eth_chainId" : "eth_inventedByMe");
  const notices = async () =>
    (await team.data<{ message: string }[]>("GET /api/auth/broadcast")).filter(({ message }) =>
      message.includes("RPC requests failed"),
    );
  const { data } = await newOwner(cloud.url, operator);
  const run = `POST /api/resource/operator/duties/${encodeURIComponent("Check RPC and storage alerts")}/run`;
  await vi.waitFor(
    async () => {
      await data(run);
      expect(await notices()).toHaveLength(1);
    },
    { timeout: 20_000, interval: 1000 },
  );
  expect((await notices())[0]!.message).toMatch(/, 50% of RPC requests failed in the last 15 minutes: 10 of 20\.$/);
});

test("latency is shown for each chain and over time", async () => {
  const team = await rpcTeam(cloud);
  const { userKey } = await team.newKey("FREE");
  for (let each = 0; each < 5; each++) await rpc(team.url(userKey), "eth_chainId");
  const latency = await team.data<{
    requests: number;
    p50: number;
    p99: number;
    chains: object[];
    y: ({ requests: number } | null)[];
  }>(`${stat}/latency?days=1`);
  expect(latency).toMatchObject({ requests: 5, chains: [{ chain: "polygon/mainnet", requests: 5 }] });
  expect(latency.p99).toBeGreaterThanOrEqual(latency.p50);
  expect(latency.p50).toBeGreaterThan(0);
  expect(sum(latency.y.map((step) => step?.requests ?? 0))).toBe(5);
});

test("a deleted key's requests stay in the team's metrics", async () => {
  const team = await rpcTeam(cloud);
  const { id, userKey } = await team.newKey("FREE");
  await rpc(team.url(userKey), "eth_chainId");
  await team.data(`DELETE /api/rpc/rpc/manager/keys/${id}`);
  expect(await team.data(`${stat}/overview`)).toMatchObject({ usage: 5, requests: 1 });
});

test("metrics and log of another team's key are not found", async () => {
  const [team, other] = [await rpcTeam(cloud), await rpcTeam(cloud)];
  const { id } = await team.newKey("FREE");
  const status = async (call: string) => (await other.call(call, { token: other.token })).status;
  expect(await status(`${stat}/overview?userKey=${id}`)).toBe(404);
  expect(await status(`GET /api/rpc/rpc/manager/keys/${id}/log`)).toBe(404);
});

test("endpoints list a URL for each chain, over HTTP and WebSocket", async () => {
  const team = await rpcTeam(cloud);
  const { userKey } = await team.newKey("FREE");
  const read = (type: string) =>
    team.data<{ chain: string; url: string[]; chainIds: number[] }[]>(
      `GET /api/rpc/rpc/manager/endpoints?type=${type}`,
    );
  const polygon = (await read("ALL")).find(({ chain }) => chain === "polygon")!;
  expect(polygon).toMatchObject({ networks: ["mainnet"], chainIds: [137], isOwn: true });
  const [http, socket] = polygon.url;
  expect((await rpc(`${http}${userKey}`, "eth_chainId")).body.result).toBe("0x89");
  expect(socket).toBe(http!.replace("http:", "ws:"));
  expect((await read("WEBSOCKET")).flatMap(({ url }) => url).every((url) => url.startsWith("ws://"))).toBe(true);
});
