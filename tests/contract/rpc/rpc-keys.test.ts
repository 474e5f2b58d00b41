/** RPC keys: who can create and use them, and the effect of a reset. */
import { createHmac, generateKeyPairSync, type KeyObject } from "node:crypto";
import { SignJWT } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { basedOn } from "../../../resources/declare/based-on.ts";
import type { RpcKeyRules } from "../../../resources/rpc/key-calls.ts";
import { testCloud, type TestCloud } from "../../support/server/cloud.ts";
import { rpc, rpcTeam } from "../../support/chains/rpc-team.ts";

let cloud: TestCloud;
let team: Awaited<ReturnType<typeof rpcTeam>>;
beforeAll(async () => {
  cloud = await testCloud({ EVM_BLOCK_MS: "20" });
  team = await rpcTeam(cloud, 1_000_000, 100n);
});

const keyCall = "/api/rpc/rpc/manager/keys";
const setRules = (id: string, allow: RpcKeyRules["allow"]) =>
  team.data(`PUT ${keyCall}/${id}/rules`, { allow, dailyCap: null, atCap: "STOP" });

describe("a key", () => {
  test("there is one free key, and pay-as-you-go keys need 10,000,000 LAND", async () => {
    const poor = await rpcTeam(cloud);
    await poor.newKey("FREE");
    await expect(poor.newKey("FREE")).rejects.toThrow("409");
    await expect(poor.newKey("VIP")).rejects.toThrow("402");
  });

  test("that is reset works with the new and the previous address, and no longer with older ones", async () => {
    const { id, userKey } = await team.newKey("VIP");
    const reset = await team.data<{ userKey: string }>(`POST ${keyCall}/${id}/reset`);
    expect(reset.userKey).not.toBe(userKey);
    for (const each of [userKey, reset.userKey])
      expect((await rpc(team.url(each), "eth_chainId")).body.result).toBe("0x89");
    const shown = await team.data<{ userKey: string }>(`GET ${keyCall}/${id}`);
    expect(shown.userKey).toBe(reset.userKey);
    await team.data(`POST ${keyCall}/${id}/reset`);
    expect((await rpc(team.url(userKey), "eth_chainId")).status).toBe(401);
  });

  test("of another team is not found", async () => {
    const other = await rpcTeam(cloud);
    const { id } = await team.newKey("VIP");
    for (const path of ["", "/info", "/security", "/rules"])
      expect((await other.call(`GET ${keyCall}/${id}${path}`, { token: other.token })).status).toBe(404);
  });
});

test("a daily cap and an allowlist that two members save from what both saw are both kept", async () => {
  const { id } = await team.newKey("VIP");
  const path = `${keyCall}/${id}/rules`;
  const { allow, dailyCap, atCap } = await team.data<RpcKeyRules>(`GET ${path}`);
  const seen = { allow, dailyCap, atCap };
  const save = (change: Partial<RpcKeyRules>) =>
    team.call(`PUT ${path}`, { token: team.token, body: { ...seen, ...change }, headers: basedOn(seen) });
  const origin = { type: "origin", value: "https://shop.example" } as const;
  const answers = await Promise.all([save({ dailyCap: 500 }), save({ allow: [origin] })]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await team.data(`GET ${path}`)).toMatchObject({ allow: [origin], dailyCap: 500, atCap });
  const partly = await team.call(`PUT ${path}`, { token: team.token, body: { atCap: "SLOW" } });
  expect(partly.body).toMatchObject({ data: { allow: [origin], dailyCap: 500, atCap: "SLOW" } });
  const refused = await save({ dailyCap: 700 });
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({ data: { changed: { dailyCap: { yours: 700, theirs: 500 } } } });
});

describe("an allowlist", () => {
  test("needs one match of each type that it has: types are ANDed, entries ORed", async () => {
    const { id, userKey } = await team.newKey("VIP");
    await setRules(id, [
      { type: "origin", value: "https://shop.example" },
      { type: "origin", value: "*.other.example" },
      { type: "agent", value: "my-shop" },
      { type: "method", value: "eth_chainId" },
      { type: "ip", value: "127.0.0.0/8" },
      { type: "ip", value: "::1" },
    ]);
    const from = (origin: string, agent = "my-shop/2", method = "eth_chainId") =>
      rpc(team.url(userKey), method, [], { origin, "user-agent": agent });
    expect((await from("https://shop.example")).status).toBe(200);
    expect((await from("http://a.other.example")).status).toBe(200);
    expect((await from("https://elsewhere.example")).status).toBe(403);
    expect((await from("https://shop.example", "curl/8")).status).toBe(403);
    expect((await from("https://shop.example", "my-shop/2", "eth_gasPrice")).body.error?.code).toBe(-32_601);
    await setRules(id, [{ type: "ip", value: "192.0.2.7" }]);
    expect((await from("https://shop.example")).status).toBe(403);
    // A local proxy is trusted.
    const proxied = { "x-forwarded-for": "198.51.100.1, 192.0.2.7" };
    expect((await rpc(team.url(userKey), "eth_chainId", [], proxied)).status).toBe(200);
  });

  test("of contracts refuses calls to others, each request of a batch separately", async () => {
    const { id, userKey } = await team.newKey("VIP");
    const [mine, other] = [`0x${"c0".repeat(20)}`, `0x${"d0".repeat(20)}`];
    await setRules(id, [{ type: "contract", value: mine }]);
    const call = (to: string) => ({ jsonrpc: "2.0", id: to, method: "eth_call", params: [{ to }, "latest"] });
    const response = await fetch(team.url(userKey), {
      method: "POST",
      body: JSON.stringify([call(mine), call(other)]),
    });
    expect(await response.json()).toMatchObject([
      { id: mine, result: "0x" },
      { id: other, error: { code: -32_090, message: "This key's allowlist does not include this contract." } },
    ]);
  });
});

describe("a key that requires a JSON Web Token", () => {
  const pairs = {
    "RSA of 2,048 bits": ["RS256", generateKeyPairSync("rsa", { modulusLength: 2048 })],
    "P-256": ["ES256", generateKeyPairSync("ec", { namedCurve: "P-256" })],
    Ed25519: ["EdDSA", generateKeyPairSync("ed25519")],
  } as const;
  const pemOf = (key: KeyObject): string => key.export({ type: "spki", format: "pem" }).toString();
  const signed = (alg: string, key: KeyObject | Uint8Array, until?: string | number): Promise<string> => {
    const token = new SignJWT({}).setProtectedHeader({ alg });
    return (until === undefined ? token : token.setExpirationTime(until)).sign(key);
  };
  const statusOf = async (userKey: string, token?: string): Promise<number> =>
    (await rpc(team.url(userKey), "eth_chainId", [], token === undefined ? {} : { authorization: `Bearer ${token}` }))
      .status;

  let id: string;
  let userKey: string;
  beforeAll(async () => {
    ({ id, userKey } = await team.newKey("VIP"));
    await expect(team.data(`PUT ${keyCall}/${id}/security`, { enabled: true })).rejects.toThrow("409");
    for (const [name, [, { publicKey }]] of Object.entries(pairs))
      await team.data(`POST ${keyCall}/${id}/security`, { name, pk: pemOf(publicKey) });
    await team.data(`PUT ${keyCall}/${id}/security`, { enabled: true });
  });

  test.each(Object.keys(pairs) as (keyof typeof pairs)[])("accepts a token signed by its key of %s", async (name) => {
    const [alg, { privateKey }] = pairs[name];
    expect(await statusOf(userKey, await signed(alg, privateKey, "1m"))).toBe(200);
    const late = await signed(alg, privateKey, Math.floor(Date.now() / 1000) - 60);
    expect(await statusOf(userKey, late)).toBe(401);
  });

  test("refuses no token, one of another key, one without an expiry, and one signed with a public key's text as secret", async () => {
    const [, { privateKey, publicKey }] = pairs.Ed25519;
    const stranger = generateKeyPairSync("ed25519").privateKey;
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
    const [head, claims] = [part({ alg: "HS256" }), part({ exp: 4_000_000_000 })];
    const confused = createHmac("sha256", pemOf(publicKey)).update(`${head}.${claims}`).digest("base64url");
    const tokens = [
      undefined,
      "nonsense",
      await signed("EdDSA", stranger, "1m"),
      await signed("EdDSA", privateKey),
      `${part({ alg: "none" })}.${claims}.`,
      `${head}.${claims}.${confused}`,
    ];
    for (const token of tokens) expect(await statusOf(userKey, token)).toBe(401);
  });

  test("requires it for WebSockets too, and no longer once it is switched off", async () => {
    const url = team.url(userKey).replace(/^http/, "ws");
    const [alg, { privateKey }] = pairs["P-256"];
    const opens = (headers: Record<string, string>) =>
      new Promise<boolean>((resolve) => {
        const socket = new WebSocket(url, { headers });
        socket.on("open", () => (socket.close(), resolve(true))).on("error", () => resolve(false));
      });
    expect(await opens({})).toBe(false);
    expect(await opens({ authorization: `Bearer ${await signed(alg, privateKey, "1m")}` })).toBe(true);
    await team.data(`PUT ${keyCall}/${id}/security`, { enabled: false });
    expect(await statusOf(userKey)).toBe(200);
  });

  test("a weak, private or malformed key is refused", async () => {
    const weak = generateKeyPairSync("rsa", { modulusLength: 1024 }).publicKey;
    const curve = generateKeyPairSync("ec", { namedCurve: "secp256k1" }).publicKey;
    const secret = generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    for (const pk of [pemOf(weak), pemOf(curve), secret, "nonsense"])
      await expect(team.data(`POST ${keyCall}/${id}/security`, { name: "bad", pk })).rejects.toThrow("400");
  });
});

test("no request caused a server error, and no key or token is in the log", () => {
  expect(cloud.faults).toEqual([]);
  expect(JSON.stringify(cloud.logged)).not.toMatch(/\/v1\/polygon\/|Bearer /);
});
