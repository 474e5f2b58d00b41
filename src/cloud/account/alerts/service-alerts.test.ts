import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { pino } from "pino";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ServiceAlerts, WatchedService } from "../../../../resources/account/service-alerts.ts";
import { depositLand, giveBonus, landUnit } from "../../../../tests/support/billing/paying-team.ts";
import { testWeb, type TestWeb } from "../../../../tests/support/server/web.ts";
import { createOutcomes, type Outcomes } from "../../billing/ledger/usage/outcomes.ts";
import { createAlerts, type Alerts } from "./service.ts";

let web: TestWeb;
let alerts: Alerts;
let outcomes: Outcomes;
const emails: { to: string; subject: string; text: string }[] = [];
const events: { teamId: string; event: string; data: object }[] = [];

beforeAll(async () => {
  web = await testWeb();
  outcomes = createOutcomes(web.database);
  alerts = createAlerts({
    ...web,
    mail: { way: "outbox", queue: async (_trx, email) => void emails.push(email) },
    webhooks: { send: async (_trx, teamId, event, data) => void events.push({ teamId, event, data }) },
    log: pino({ level: "silent" }),
    dashboardUrl: () => "https://cloud.example",
  });
});
beforeEach(() => {
  emails.length = 0;
  events.length = 0;
});

const off: ServiceAlerts = {
  rpcErrors: null,
  storageErrors: null,
  rpcSpend: null,
  storageSpend: null,
  rpcQuota: false,
  storageQuota: false,
};

/** A team without packages, whose owner gets emails. */
const owner = async () => {
  const user = await web.signIn();
  const { db } = web.database;
  const address = `${randomUUID()}@example.com`;
  await db.insertInto("email").values({ person_id: user.userId, address }).execute();
  await db.updateTable("allowance_grant").set({ amount: 0n }).where("team_id", "=", user.teamId).execute();
  return {
    ...user,
    address,
    choose: (chosen: Partial<ServiceAlerts>) =>
      db.transaction().execute((trx) => alerts.setServiceAlerts(trx, user.teamId, { ...off, ...chosen })),
    chosen: () => alerts.serviceAlertsOf(db, user.teamId),
    notices: async () => (await web.notices.of(db, user.userId)).filter(({ teamId }) => teamId === user.teamId),
  };
};

const requests = (teamId: string, service: WatchedService, { good = 0, bad = 0 }): void => {
  for (let n = 0; n < good + bad; n += 1) outcomes.record(teamId, service, n < bad);
};
const fired = async (teamId: string) => {
  await outcomes.flush();
  events.length = 0;
  await alerts.checkServices();
  return events.filter((event) => event.teamId === teamId).map(({ data }) => data);
};
/** Moves what was counted so far out of the window. */
const age = (teamId: string) =>
  web.database.db
    .updateTable("service_outcome")
    .set({ minute: sql<Date>`minute - interval '1 hour'` })
    .where("team_id", "=", teamId)
    .execute();
const use = (teamId: string, amount: number) =>
  web.database.db
    .transaction()
    .execute((trx) => web.usage.recordNow(trx, { teamId, resource: "COMPUTE_UNIT", subject: randomUUID(), amount }));

describe("an error rate", () => {
  it("fires once when it is reached, by notice, email and webhook, and again after it recovered", async () => {
    const { teamId, address, choose, notices } = await owner();
    await choose({ rpcErrors: 20 });
    requests(teamId, "RPC", { good: 81, bad: 19 });
    expect(await fired(teamId)).toEqual([]);
    requests(teamId, "RPC", { bad: 2 });
    expect(await fired(teamId)).toEqual([
      { alert: "rpcErrors", measure: "errors", requests: 102, failed: 21, percent: 20, threshold: 20 },
    ]);
    const [notice] = await notices();
    expect(notice).toMatchObject({ url: "/rpc", label: "View RPC keys", teamId });
    expect(notice!.message).toMatch(/, 20% of RPC requests failed in the last 15 minutes: 21 of 102\.$/);
    expect(emails).toMatchObject([{ to: address, subject: notice!.message.slice(0, -1) }]);
    expect(emails[0]!.text).toContain("View RPC keys: https://cloud.example/rpc");

    requests(teamId, "RPC", { bad: 50 });
    expect(await fired(teamId)).toEqual([]);
    requests(teamId, "RPC", { good: 1000 });
    expect(await fired(teamId)).toEqual([]);
    await age(teamId);
    requests(teamId, "RPC", { bad: 20 });
    expect(await fired(teamId)).toMatchObject([{ requests: 20, percent: 100 }]);
  });

  it("needs enough requests, to fire and to recover", async () => {
    const { teamId, choose } = await owner();
    await choose({ storageErrors: 50 });
    requests(teamId, "RPC", { bad: 100 });
    requests(teamId, "STORAGE", { bad: 19 });
    expect(await fired(teamId)).toEqual([]);
    requests(teamId, "STORAGE", { bad: 1 });
    expect(await fired(teamId)).toHaveLength(1);
    await age(teamId);
    requests(teamId, "STORAGE", { bad: 1 });
    expect(await fired(teamId)).toEqual([]);
    requests(teamId, "STORAGE", { bad: 30 });
    expect(await fired(teamId)).toEqual([]);
    await age(teamId);
    expect(await fired(teamId)).toEqual([]);
    requests(teamId, "STORAGE", { bad: 30 });
    expect(await fired(teamId)).toHaveLength(1);
  });
});

it("an allowance is notified of at 80 and 100%, once each, and again after there was more", async () => {
  const { teamId, choose, notices } = await owner();
  await choose({ rpcQuota: true, storageQuota: true });
  expect(await fired(teamId)).toEqual([]);
  await giveBonus(web.database.db, teamId, "COMPUTE_UNIT", 1000, 0);
  await use(teamId, 799);
  expect(await fired(teamId)).toEqual([]);
  await use(teamId, 1);
  const amounts = { alert: "rpcQuota", measure: "quota", allowed: "1000" };
  expect(await fired(teamId)).toEqual([{ ...amounts, used: "800", percent: 80 }]);
  await use(teamId, 100);
  expect(await fired(teamId)).toEqual([]);
  await use(teamId, 100);
  expect(await fired(teamId)).toEqual([{ ...amounts, used: "1000", percent: 100 }]);
  expect(await fired(teamId)).toEqual([]);
  expect((await notices()).map(({ message }) => /has used .*$/.exec(message)![0]).toSorted()).toEqual([
    "has used 80% of its compute units.",
    "has used up its compute units.",
  ]);
  await giveBonus(web.database.db, teamId, "COMPUTE_UNIT", 1000, 0);
  expect(await fired(teamId)).toEqual([]);
  await use(teamId, 1000);
  expect(await fired(teamId)).toMatchObject([{ percent: 100 }]);
});

it("a day's cost fires once at its amount, and counts one service", async () => {
  const { teamId, choose, notices } = await owner();
  await depositLand(web.database.db, teamId, 10_000_000n * landUnit);
  // A compute unit costs 0.2 LAND.
  const threshold = (200_000n * landUnit).toString();
  await choose({ rpcSpend: threshold, storageSpend: "1" });
  await use(teamId, 999_999);
  expect(await fired(teamId)).toEqual([]);
  await use(teamId, 500_001);
  const land = (300_000n * landUnit).toString();
  expect(await fired(teamId)).toEqual([{ alert: "rpcSpend", measure: "spend", land, threshold }]);
  expect(await fired(teamId)).toEqual([]);
  expect((await notices())[0]!.message).toMatch(/has spent \$0\.30 on RPC today \(UTC\)\. Its alert is at \$0\.20\.$/);
  await choose({ rpcSpend: threshold });
  expect(await fired(teamId)).toEqual([]);
  await choose({ rpcSpend: (250_000n * landUnit).toString() });
  expect(await fired(teamId)).toHaveLength(1);
});

it("alerts are off by default, kept as chosen, and silent once turned off", async () => {
  const { teamId, choose, chosen } = await owner();
  expect(await chosen()).toEqual(off);
  const some = { ...off, rpcErrors: 5, storageSpend: "1000000000000000000", storageQuota: true };
  await choose(some);
  expect(await chosen()).toEqual(some);
  await choose({});
  expect(await chosen()).toEqual(off);
  requests(teamId, "RPC", { bad: 100 });
  expect(await fired(teamId)).toEqual([]);
});

it("counts that could not be written are written later, and old ones are deleted", async () => {
  const { teamId } = await owner();
  const { db, pool } = web.database;
  requests(teamId, "RPC", { good: 2, bad: 1 });
  await pool.query("alter table service_outcome rename to service_outcome_away");
  await expect(outcomes.flush()).rejects.toThrow();
  requests(teamId, "RPC", { bad: 1 });
  await pool.query("alter table service_outcome_away rename to service_outcome");
  await outcomes.flush();
  const rows = () => db.selectFrom("service_outcome").select(["requests", "failed"]).where("team_id", "=", teamId);
  const counted = await rows().execute();
  const sum = (numbers: readonly bigint[]): bigint => numbers.reduce((total, number) => total + number, 0n);
  expect([sum(counted.map((row) => row.requests)), sum(counted.map((row) => row.failed))]).toEqual([4n, 2n]);
  await age(teamId);
  await alerts.checkServices();
  expect(await rows().execute()).toEqual([]);
});
