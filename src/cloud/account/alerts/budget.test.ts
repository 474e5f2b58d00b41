import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { beforeAll, describe, expect, it } from "vitest";
import { depositLand, landUnit } from "../../../../tests/support/billing/paying-team.ts";
import { testWeb, type TestWeb } from "../../../../tests/support/server/web.ts";
import { percentReached, setBudget } from "../../billing/ledger/charges/budget.ts";
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

/** A team without packages, with a balance, whose owner gets emails. */
const payingUser = async () => {
  const user = await web.signIn();
  const { db } = web.database;
  const address = `${randomUUID()}@example.com`;
  await db.insertInto("email").values({ person_id: user.userId, address }).execute();
  await db.updateTable("allowance_grant").set({ amount: 0n }).where("team_id", "=", user.teamId).execute();
  await depositLand(db, user.teamId, lands(100_000_000));
  return { ...user, address };
};
/** Uses build time, of which each second costs 500 LAND. */
const build = (teamId: string, seconds: number) =>
  web.database.db
    .transaction()
    .execute((trx) => web.usage.recordNow(trx, { teamId, resource: "BUILD_TIME", subject: "site", amount: seconds }));
const limit = (teamId: string, land: bigint | undefined) =>
  web.database.db.transaction().execute((trx) => setBudget(trx, teamId, land));
const noticesOf = async (userId: string) =>
  (await web.notices.of(web.database.db, userId)).filter(({ message }) => message.includes("budget"));
const subjectsTo = (address: string) =>
  emails.filter(({ to, subject }) => to === address && subject.includes("budget")).map(({ subject }) => subject);

describe("the budget", () => {
  it("notifies the owner at 50, 80 and 100%, once each in a month", async () => {
    const { teamId, userId, address } = await payingUser();
    await limit(teamId, lands(1_000_000));
    await build(teamId, 999);
    expect(await alerts.check(teamId)).toBe(false);
    await build(teamId, 1);
    expect(await alerts.check(teamId)).toBe(true);
    expect(await alerts.check(teamId)).toBe(false);
    await build(teamId, 600);
    await alerts.check(teamId);
    await build(teamId, 2000);
    await alerts.check(teamId);
    await build(teamId, 2000);
    expect(await alerts.check(teamId)).toBe(false);
    expect((await noticesOf(userId)).map(({ message }) => /spent .*$/.exec(message)![0]).toSorted()).toEqual([
      "spent 100% of its monthly budget: $1.80 of $1.00.",
      "spent 50% of its monthly budget: $0.50 of $1.00.",
      "spent 80% of its monthly budget: $0.80 of $1.00.",
    ]);
    expect(subjectsTo(address)).toHaveLength(3);
    expect(events.filter((sent) => sent.teamId === teamId)).toEqual(
      [
        { percent: 50, spent: lands(500_000) },
        { percent: 80, spent: lands(800_000) },
        { percent: 100, spent: lands(1_800_000) },
      ].map(({ percent, spent }) => ({
        teamId,
        event: "budget.reached",
        data: { percent, spent: spent.toString(), budget: lands(1_000_000).toString() },
      })),
    );
    expect(emails.find(({ to }) => to === address)!.text).toContain(
      "https://cloud.example/billing?tab=alerts_and_caps",
    );
  });

  it("notifies of the highest share only when several are reached at once", async () => {
    const { teamId, address } = await payingUser();
    await limit(teamId, lands(1_000_000));
    await build(teamId, 1700);
    expect(await alerts.check(teamId)).toBe(true);
    expect(subjectsTo(address)).toEqual([expect.stringMatching(/has spent 80% of its monthly budget$/)]);
  });

  it("notifies again in another month, and of another amount", async () => {
    const { teamId, userId } = await payingUser();
    const { db } = web.database;
    await limit(teamId, lands(1_000_000));
    await build(teamId, 1000);
    expect(await alerts.check(teamId)).toBe(true);
    await limit(teamId, lands(1_000_000));
    expect(await alerts.check(teamId)).toBe(false);
    await db
      .updateTable("budget")
      .set({ notified_month: new Date(Date.UTC(2020, 0)) })
      .where("team_id", "=", teamId)
      .execute();
    expect(await alerts.check(teamId)).toBe(true);
    await limit(teamId, lands(600_000));
    expect(await alerts.check(teamId)).toBe(true);
    await limit(teamId, undefined);
    await build(teamId, 5000);
    expect(await alerts.check(teamId)).toBe(false);
    expect(await noticesOf(userId)).toHaveLength(3);
  });
});

it("a share is reached by its exact amount", () => {
  expect([49n, 50n, 79n, 80n, 99n, 100n, 250n].map((spent) => percentReached(spent, 100n))).toEqual([
    undefined,
    50,
    50,
    80,
    80,
    100,
    100,
  ]);
});
