/** Limits of RPC keys hold exactly, under concurrent requests in any process; usage, bill and display match. */
import { JsonRpcProvider } from "ethers";
import { createPublicClient, http } from "viem";
import { polygon } from "viem/chains";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createLedger } from "../../../src/cloud/billing/ledger/create-ledger.ts";
import { settleTeam } from "../../../src/cloud/billing/ledger/charges/settle.ts";
import { errors } from "../../../resources/declare/errors.ts";
import { rpcPatienceMs, rpcUnitsPerSecond } from "../../../resources/rpc/limits.ts";
import { sharedBy, testCloud, type TestCloud } from "../../support/server/cloud.ts";
import { landUnit } from "../../support/billing/paying-team.ts";
import { rpc, rpcTeam, type RpcAnswer } from "../../support/chains/rpc-team.ts";
import { dayThatLasts } from "../../support/day.ts";

let cloud: TestCloud;
let second: TestCloud;
let third: TestCloud;
beforeAll(async () => {
  cloud = await testCloud({ EVM_BLOCK_MS: "20" });
  second = await testCloud({ EVM_BLOCK_MS: "20", ...sharedBy(cloud) });
  third = await testCloud({ EVM_BLOCK_MS: "20", ...sharedBy(cloud) });
});
beforeEach(() => dayThatLasts(2));

const { ALLOWANCE_USED_UP: usedUp } = errors;
/** Compute units of eth_chainId. */
const unitsEach = 5;
const keyCall = "/api/rpc/rpc/manager/keys";
const patience = { timeout: 90_000, interval: 250 };
const many = (url: string, count: number): Promise<RpcAnswer[]> =>
  Promise.all(Array.from({ length: count }, () => rpc(url, "eth_chainId")));
const passed = (answers: readonly RpcAnswer[]): number =>
  answers.filter(({ body }) => body.result !== undefined).length;
const usageOf = async (team: Awaited<ReturnType<typeof rpcTeam>>, id: string): Promise<number> =>
  (await team.data<{ usage: number }>(`GET ${keyCall}/${id}`)).usage;
const usedToday = async (team: Awaited<ReturnType<typeof rpcTeam>>, id: string): Promise<number> =>
  (await team.data<{ usedToday: number }>(`GET ${keyCall}/${id}/rules`)).usedToday;
const landOf = async (team: Awaited<ReturnType<typeof rpcTeam>>): Promise<bigint> => {
  const row = await cloud.database.db
    .selectFrom("ledger_account")
    .select("balance")
    .where("team_id", "=", team.teamId)
    .where("unit", "=", "LAND")
    .executeTakeFirst();
  return BigInt(row?.balance ?? 0);
};

describe("a free key", () => {
  test("stops at the package's compute units", async () => {
    const team = await rpcTeam(cloud, 103);
    const { id, userKey } = await team.newKey("FREE");
    let sum = 0;
    // A usage record being written can count twice for a moment: a request is then refused, and passes a moment later.
    await vi.waitFor(async () => {
      sum += passed(await many(team.url(userKey), 40));
      expect(sum).toBeGreaterThanOrEqual(20);
    }, patience);
    const over = await many(team.url(userKey), 40);
    expect(sum + passed(over)).toBe(20);
    expect(over[0]!.body.error?.code).toBe(-32_005);
    expect(await usageOf(team, id)).toBe(100);
  });

  test("served by several processes exceeds the package by at most a second's worth of each", async () => {
    const team = await rpcTeam(cloud, 500);
    const { id, userKey } = await team.newKey("FREE");
    const urls = [team.url(userKey), team.url(userKey).replace(cloud.url, second.url)];
    await vi.waitFor(async () => {
      for (const answers of await Promise.all(urls.map((url) => many(url, 40)))) {
        expect(passed(answers)).toBe(0);
        expect(answers.some(({ body }) => body.error?.message === usedUp.message)).toBe(true);
      }
    }, patience);
    await vi.waitFor(async () => expect(await usageOf(team, id)).toBe(await usedToday(team, id)), patience);
    const usage = await usageOf(team, id);
    expect(usage).toBeGreaterThanOrEqual(500 - unitsEach);
    expect(usage).toBeLessThanOrEqual(500 + 2 * rpcUnitsPerSecond.FREE);
  });
});

describe("a pay-as-you-go key", () => {
  test("spends the package, then LAND: usage, bill and display match", async () => {
    const team = await rpcTeam(cloud, 100, 10n);
    const { id, userKey } = await team.newKey("VIP");
    const before = await landOf(team);
    expect(passed(await many(team.url(userKey), 60))).toBe(60);
    expect(await usageOf(team, id)).toBe(300);
    expect(await usedToday(team, id)).toBe(300);
    expect(await team.data("GET /api/rpc/rpc/manager/stat/overview")).toMatchObject({ usage: 300, requests: 60 });
    await vi.waitFor(async () => {
      const { db } = cloud.database;
      await settleTeam(db, createLedger(), team.teamId, new Date(Date.now() + 3_600_000));
      const charges = await db.selectFrom("charge").selectAll().where("team_id", "=", team.teamId).execute();
      const sum = (read: (charge: (typeof charges)[number]) => unknown): bigint =>
        charges.reduce((all, charge) => all + BigInt(read(charge) as string), 0n);
      expect(sum(({ amount }) => amount)).toBe(300n);
      expect(charges.every(({ subject, resource }) => subject === id && resource === "COMPUTE_UNIT")).toBe(true);
      // 200 units above the package, at a price per million.
      expect(sum(({ land }) => land)).toBe(before - (await landOf(team)));
    }, patience);
    expect(before - (await landOf(team))).toBeGreaterThan(0n);
    expect(before - (await landOf(team))).toBeLessThan(1000n * landUnit);
  });

  test("stops at the team's spend cap", async () => {
    const team = await rpcTeam(cloud, 50, 10n);
    const { userKey } = await team.newKey("VIP");
    await team.data("PUT /api/bill-consume/caps", { kind: "SERVICE", target: "RPC", land: "0" });
    expect(passed(await many(team.url(userKey), 40))).toBe(10);
  });
});

describe("a daily cap", () => {
  const capped = async (atCap: "STOP" | "SLOW") => {
    const team = await rpcTeam(cloud);
    const { id, userKey } = await team.newKey("FREE");
    await team.data(`PUT ${keyCall}/${id}/rules`, { allow: [], dailyCap: 52, atCap });
    return { team, id, url: team.url(userKey) };
  };

  test("stops", async () => {
    const { url } = await capped("STOP");
    const answers = await many(url, 40);
    expect(passed(answers)).toBe(10);
    expect(answers.find(({ body }) => body.error)?.body.error?.message).toContain("Daily cap");
  });

  test("or reduces the rate to a tenth", async () => {
    const { team, id, url } = await capped("SLOW");
    expect(passed(await many(url, 10))).toBe(10);
    const start = performance.now();
    await vi.waitFor(async () => expect(passed([await rpc(url, "eth_chainId")])).toBe(1), patience);
    const answers = await many(url, 60);
    // It started within a second of the key's, and ended within another.
    const seconds = Math.floor((performance.now() - start) / 1000) + 2;
    expect(passed(answers)).toBeLessThanOrEqual((seconds * rpcUnitsPerSecond.FREE) / 10 / unitsEach);
    expect(answers.find(({ body }) => body.error)?.status).toBe(429);
    expect(await usedToday(team, id)).toBeGreaterThan(52);
  });
});

describe("compute units per second", () => {
  test("unmodified ethers and viem succeed with a burst above the rate, only slower", async () => {
    const addresses = Array.from({ length: 60 }, (_, place) => `0x${String(place).padStart(40, "0")}` as const);
    const url = async () => {
      const team = await rpcTeam(cloud);
      return team.url((await team.newKey("FREE")).userKey);
    };
    const provider = new JsonRpcProvider(await url(), 137, { staticNetwork: true });
    const single = new JsonRpcProvider(await url(), 137, { staticNetwork: true, batchMaxCount: 1 });
    const client = createPublicClient({ chain: polygon, transport: http(await url()) });
    const balances = await Promise.all([
      ...addresses.map((address) => provider.getBalance(address)),
      ...addresses.map((address) => single.getBalance(address)),
      ...addresses.map((address) => client.getBalance({ address })),
    ]);
    expect(balances).toHaveLength(180);
    provider.destroy();
    single.destroy();
  });

  test("no more requests pass than the rate allows, and those that would wait too long get 429 with the time to wait", async () => {
    const team = await rpcTeam(cloud);
    const { userKey } = await team.newKey("FREE");
    const url = team.url(userKey);
    const start = performance.now();
    // 50 units each: 6 per second.
    const answers = await Promise.all(Array.from({ length: 100 }, () => rpc(url, "eth_getLogs", [{}])));
    const seconds = Math.floor((performance.now() - start) / 1000) + 1;
    // Waiting requests pass too. On a busy machine, a second may end before its units are asked for.
    expect(passed(answers)).toBeGreaterThanOrEqual(3 * (rpcPatienceMs.single / 1000));
    expect(passed(answers)).toBeLessThanOrEqual(6 * seconds);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(100 - passed(answers));
    for (const { body, headers } of refused) {
      expect(body.error).toMatchObject({ code: -32_005, data: { retryAfterMs: expect.any(Number) as number } });
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
      // Without the leading zero, ethers would read the number as milliseconds.
      expect(headers.get("retry-after")).toMatch(/^0\d+$/);
    }
  });

  test("hold for all processes of an instance together, except for the share that each may use unasked", async () => {
    const team = await rpcTeam(cloud);
    const { userKey } = await team.newKey("FREE");
    const urls = [second, third].map(({ url }) => team.url(userKey).replace(cloud.url, url));
    const start = performance.now();
    const answers = (await Promise.all(urls.map((url) => many(url, 400)))).flat();
    const seconds = Math.floor((performance.now() - start) / 1000) + 2;
    // Alone, each process would answer as many as the rate allows.
    const [perSecond, share] = [rpcUnitsPerSecond.FREE / unitsEach, rpcUnitsPerSecond.FREE / unitsEach / 4];
    expect(passed(answers)).toBeLessThanOrEqual(seconds * perSecond + share);
    expect(passed(answers)).toBeGreaterThanOrEqual((rpcPatienceMs.single / 1000) * perSecond * 0.5);
    const refused = answers.filter(({ body }) => body.error);
    expect(refused.every(({ status }) => status === 429)).toBe(true);
  });

  test("apply to each request of a batch, and all of them pass", async () => {
    const team = await rpcTeam(cloud);
    const { userKey } = await team.newKey("FREE");
    const batch = Array.from({ length: 100 }, (_, id) => ({ jsonrpc: "2.0", id, method: "eth_chainId", params: [] }));
    const response = await fetch(team.url(userKey), { method: "POST", body: JSON.stringify(batch) });
    expect(response.status).toBe(200);
    const replies = (await response.json()) as RpcAnswer["body"][];
    expect(replies.filter(({ result }) => result !== undefined)).toHaveLength(100);
  });
});

test("a disabled or deleted key is refused in every process of the server", async () => {
  const team = await rpcTeam(cloud);
  const { id, userKey } = await team.newKey("FREE");
  const elsewhere = team.url(userKey).replace(cloud.url, second.url);
  expect((await rpc(elsewhere, "eth_chainId")).body.result).toBe("0x89");
  await team.data(`PUT ${keyCall}/${id}/info`, { name: "key", notes: "", active: false });
  await vi.waitFor(async () => expect((await rpc(elsewhere, "eth_chainId")).status).toBe(403), patience);
  await team.data(`DELETE ${keyCall}/${id}`);
  expect((await rpc(team.url(userKey), "eth_chainId")).status).toBe(401);
  await vi.waitFor(async () => expect((await rpc(elsewhere, "eth_chainId")).status).toBe(401), patience);
});

test("no request caused a server error", () => {
  expect([...cloud.faults, ...second.faults, ...third.faults]).toEqual([]);
});
