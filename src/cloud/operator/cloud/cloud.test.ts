import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { describe, expect, it } from "vitest";
import { cloudNumbers, teamUsage } from "../../../../resources/operator/overview.ts";
import type { Row } from "../../../../resources/declare/define.ts";
import { trialAllowance } from "../../../../resources/limits.ts";
import { duties } from "../../../../resources/operator/duties.ts";
import { testWeb, type TestWeb } from "../../../../tests/support/server/web.ts";
import type { Route } from "../../kernel/calls/route.ts";
import { cloudRoutes, dutyRoutes } from "./routes.ts";

/** The routes need what testWeb makes, and testWeb the routes: they are looked up at the first call. */
const withNumbers = async (onCount: () => void = () => undefined): Promise<TestWeb> => {
  let routes: Route[] = [];
  const later = ({ call }: Pick<Route, "call">): Route => ({
    call,
    handler: (context) => routes.find((one) => one.call === call)!.handler(context),
  });
  const web = await testWeb({
    calls: [cloudNumbers, teamUsage],
    routes: [later(cloudNumbers), later(teamUsage)],
  });
  routes = cloudRoutes({
    ...web,
    blocks: { totals: async () => ({ blocks: 5, files: 4, storedBytes: 1000 }) },
    hosting: {
      totals: async () => (onCount(), { sites: 2, deployments: 3 }),
      ofTeam: async () => ({ projects: 1, deployments: 2 }),
    },
  });
  return web;
};

it("the cloud's numbers are counted, for anyone, and once in five seconds however many look", async () => {
  let counted = 0;
  const web = await withNumbers(() => (counted += 1));
  web.usage.record({ teamId: crypto.randomUUID(), resource: "TRAFFIC", subject: "site", amount: 123 });
  const replies = await Promise.all(Array.from({ length: 20 }, () => web.call("GET /api/resource/cloud/numbers")));
  expect(replies[0]!.body.data).toMatchObject({ sites: 2, deployments: 3, blocks: 5, files: 4, storedBytes: 1000 });
  expect(replies[0]!.body.data["servedBytes"]).toBe(123);
  expect(replies[0]!.body.data["upSeconds"]).toBeGreaterThanOrEqual(0);
  expect(counted).toBe(1);
});

it("the overview shows what the team has used and may use", async () => {
  const web = await withNumbers();
  const { accessToken, teamId } = await web.signIn();
  web.usage.record({ teamId, resource: "TRAFFIC", subject: "site", amount: 500 });
  await web.database.db.transaction().execute((trx) => web.allowance.store(trx, teamId, 2048));
  const answer = await web.call("GET /api/resource/team/usage", { token: accessToken });
  expect(answer.body.data).toMatchObject({ package: "TRIAL", projects: 1, deployments: 2 });
  expect(answer.body.data["items"]).toEqual(
    expect.arrayContaining([
      {
        resourceType: "IPFS_STORAGE",
        used: 2048,
        allowed: trialAllowance.IPFS_STORAGE,
        left: trialAllowance.IPFS_STORAGE - 2048,
      },
      { resourceType: "TRAFFIC", used: 500, allowed: trialAllowance.TRAFFIC, left: trialAllowance.TRAFFIC - 500 },
    ]),
  );
});

describe("background tasks", () => {
  const operatorKey = privateKeyToAccount(generatePrivateKey());
  const woken: string[] = [];
  const path = "/api/resource/operator/duties";
  const withDuties = async () => {
    const web = await testWeb({
      resources: [duties],
      routes: dutyRoutes((name) => woken.push(name)),
      settings: { OPERATORS: operatorKey.address },
    });
    const common = { scope: "cluster", every: "1 h" } as const;
    await web.database.db
      .insertInto("duty")
      .values([
        { ...common, name: "Idle" },
        { ...common, name: "Busy", holder: crypto.randomUUID(), lease_until: new Date(Date.now() + 10_000) },
        {
          ...common,
          name: "Broken",
          started_at: new Date(),
          last_ms: 12,
          last_error: "no reply",
          runs: 3n,
          failures: 1n,
        },
      ])
      .execute();
    return { web, token: (await web.signIn(operatorKey)).accessToken };
  };

  it("are listed for operators with the state of their last run", async () => {
    const { web, token } = await withDuties();
    const { items }: { items: Row<typeof duties>[] } = (await web.call(`GET ${path}`, { token })).body.data;
    expect(Object.fromEntries(items.map(({ name, state }) => [name, state]))).toEqual({
      Idle: "waiting",
      Busy: "running",
      Broken: "failed",
    });
    expect(items.find(({ name }) => name === "Broken")).toMatchObject({
      every: "1 h",
      scope: "cluster",
      lastMs: 12,
      lastError: "no reply",
      runs: 3,
      failures: 1,
    });
  });

  it("run at once on an operator's request, and only for operators", async () => {
    const { web, token } = await withDuties();
    expect((await web.call(`POST ${path}/Idle/run`, { token })).status).toBe(200);
    await expect.poll(() => woken).toEqual(["Idle"]);
    expect((await web.call(`POST ${path}/Unknown/run`, { token })).status).toBe(404);
    const { accessToken } = await web.signIn();
    for (const line of [`GET ${path}`, `POST ${path}/Idle/run`])
      expect((await web.call(line, { token: accessToken })).status).toBe(404);
    expect(woken).toEqual(["Idle"]);
  });
});
