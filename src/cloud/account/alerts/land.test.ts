import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { beforeAll, describe, expect, it } from "vitest";
import { earlyWarningLand } from "../../../../resources/account/balance-alert.ts";
import { depositLand, landUnit } from "../../../../tests/support/billing/paying-team.ts";
import { testWeb, type TestWeb } from "../../../../tests/support/server/web.ts";
import { createLedger } from "../../billing/ledger/create-ledger.ts";
import { createAlerts, type Alerts } from "./service.ts";

let web: TestWeb;
let alerts: Alerts;
const emails: { to: string; subject: string; text: string }[] = [];
const events: { teamId: string; event: string; data: object }[] = [];

beforeAll(async () => {
  web = await testWeb();
  alerts = createAlerts({
    ...web,
    mail: { way: "outbox", queue: async (_trx, email) => void emails.push(email) },
    webhooks: { send: async (_trx, teamId, event, data) => void events.push({ teamId, event, data }) },
    log: pino({ level: "silent" }),
    dashboardUrl: () => "https://cloud.example",
  });
});

const lands = (amount: number): bigint => BigInt(amount) * landUnit;
const reachable = async () => {
  const user = await web.signIn();
  const address = `${randomUUID()}@example.com`;
  await web.database.db.insertInto("email").values({ person_id: user.userId, address }).execute();
  return { ...user, address };
};
const spend = (teamId: string, amount: bigint) =>
  web.database.db.transaction().execute((trx) =>
    createLedger().collect(trx, {
      id: randomUUID(),
      from: { teamId, unit: "LAND" },
      to: { system: "revenue", unit: "LAND" },
      amount,
      reason: "use",
    }),
  );
const noticesOf = async (userId: string) =>
  (await web.notices.of(web.database.db, userId)).filter(({ message }) => /LAND|balance/.test(message));
const subjectsTo = (address: string) => emails.filter(({ to }) => to === address).map(({ subject }) => subject);

describe("the low-balance alert", () => {
  it("notifies the owner once until the balance recovers, with balance, runway and deposit link", async () => {
    const { teamId, userId, address } = await reachable();
    expect(await alerts.check(teamId)).toBe(false);
    await depositLand(web.database.db, teamId, lands(600_000));
    expect(await alerts.check(teamId)).toBe(false);
    await spend(teamId, lands(100_000));
    expect(await alerts.check(teamId)).toBe(true);
    expect(await alerts.check(teamId)).toBe(false);
    expect(await noticesOf(userId)).toMatchObject([
      {
        message: expect.stringMatching(/has \$0\.50 \(500,000 LAND\) left\.$/),
        url: "/billing/deposit",
        label: "Deposit",
        teamId,
      },
    ]);
    expect(subjectsTo(address)).toEqual([expect.stringMatching(/has \$0\.50 \(500,000 LAND\) left$/)]);
    expect(emails[0]!.text).toContain("https://cloud.example/billing/deposit");
    expect(events).toMatchObject([{ teamId, event: "balance.low", data: { land: lands(500_000).toString() } }]);

    await depositLand(web.database.db, teamId, lands(1));
    expect(await alerts.check(teamId)).toBe(false);
    await spend(teamId, lands(500_001));
    expect(await alerts.check(teamId)).toBe(true);
    expect(await noticesOf(userId)).toHaveLength(2);
    expect(subjectsTo(address)[1]).toMatch(/has used up its balance$/);
  });

  it("says how many days the balance lasts, including unsettled usage", async () => {
    const { teamId, userId } = await reachable();
    const { db } = web.database;
    await depositLand(db, teamId, lands(370_000));
    await db.updateTable("allowance_grant").set({ amount: 0n }).where("team_id", "=", teamId).execute();
    // 70,000 LAND by the price list, on one day of seven.
    const use = { teamId, resource: "BUILD_TIME", subject: "site", amount: 140 } as const;
    await db.transaction().execute((trx) => web.usage.recordNow(trx, use));
    expect(await alerts.check(teamId)).toBe(true);
    const [{ message } = { message: "" }] = await noticesOf(userId);
    expect(message).toMatch(/has \$0\.30 \(300,000 LAND\) left, enough for 30 days\.$/);
  });

  it("has a configurable threshold, or none", async () => {
    const { teamId } = await reachable();
    await depositLand(web.database.db, teamId, lands(400_000));
    const choose = (landLeft: string | null) =>
      web.database.db
        .transaction()
        .execute((trx) => alerts.setBalanceAlert(trx, teamId, { active: true, percentLeft: 10, landLeft }));
    expect((await alerts.balanceAlertOf(web.database.db, teamId)).landLeft).toBe(earlyWarningLand);
    await choose(null);
    expect(await alerts.check(teamId)).toBe(false);
    await choose(lands(399_999).toString());
    expect(await alerts.check(teamId)).toBe(false);
    await choose(lands(400_000).toString());
    expect(await alerts.check(teamId)).toBe(true);
  });
});
