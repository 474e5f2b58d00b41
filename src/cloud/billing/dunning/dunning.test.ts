import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { keptAfterSeconds, servedAfterSeconds } from "../../../../resources/billing/packages.ts";
import type { Row } from "../../../../resources/declare/define.ts";
import { unpaidTeams } from "../../../../resources/operator/unpaid-teams.ts";
import { depositLand, landUnit } from "../../../../tests/support/billing/paying-team.ts";
import { testWeb, type TestWeb } from "../../../../tests/support/server/web.ts";
import { createLedger } from "../ledger/create-ledger.ts";
import { recordDunning } from "../ledger/dunning.ts";
import { dunningRoutes } from "./routes.ts";
import { createStanding } from "../standing/service.ts";
import { createDunning } from "./service.ts";

let web: TestWeb;
/** Teams whose data was deleted. */
const purged: string[] = [];
const purge = async (_trx: unknown, teamId: string) => {
  purged.push(teamId);
  return async () => undefined;
};
/** Emails to team owners. */
let emails: { readonly teamId: string; readonly subject: string; readonly text: string }[];
/** Clock of the services: moved by tests. */
let now: Date;

const operatorKey = privateKeyToAccount(generatePrivateKey());
beforeAll(async () => {
  const settings = { OPERATORS: operatorKey.address };
  web = await testWeb({
    settings,
    resources: [unpaidTeams],
    routes: dunningRoutes({
      notices: { create: (...args) => web.notices.create(...args), refresh: () => undefined },
      purge,
    }),
  });
});
beforeEach(() => {
  emails = [];
  now = new Date();
});

/** One for each process. */
const aProcess = () =>
  createDunning({
    engines: web,
    notices: web.notices,
    alerts: { toOwner: async (_trx, teamId, email) => void emails.push({ teamId, ...email }) },
    dashboardUrl: () => "https://cloud.example",
    log: pino({ level: "silent" }),
    now: () => now,
  });

/** A user whose packages and LAND are now used up. */
const broke = async () => {
  const user = await web.signIn();
  const { db } = web.database;
  await db.updateTable("allowance_grant").set({ amount: 0n }).where("team_id", "=", user.teamId).execute();
  await note(user.teamId);
  return user;
};
const note = (teamId: string) => recordDunning(web.database.db, web.usage, teamId, now);
const pass = (seconds: number): void => {
  now = new Date(now.getTime() + seconds * 1000);
};
const toldTo = async (personId: string): Promise<string[]> =>
  (await web.notices.of(web.database.db, personId)).map(({ message }) => message);
const written = (id: string): string[] => emails.filter(({ teamId }) => teamId === id).map(({ subject }) => subject);

describe("when packages and LAND are used up", () => {
  it("a notice and an email are sent at each stage, once, across restarts and two processes", async () => {
    const { teamId, userId } = await broke();
    const twins = [aProcess(), aProcess()] as const;
    const tellAll = async (): Promise<void> => {
      await Promise.all(twins.map((one) => one.notify()));
      await aProcess().notify();
    };
    const day = (seconds: number): string =>
      new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(now.getTime() + seconds * 1000);
    const [served, purgeDay] = [day(servedAfterSeconds), day(keptAfterSeconds)];
    await tellAll();
    expect(await toldTo(userId)).toEqual([
      expect.stringContaining(
        `New usage is blocked. Sites stay online until ${served}, and data is kept until ${purgeDay}.`,
      ),
    ]);
    expect(written(teamId)).toEqual([expect.stringContaining("Balance used up")]);
    expect(emails[0]!.text).toContain("https://cloud.example/billing/deposit");

    pass(servedAfterSeconds - 1);
    await tellAll();
    expect(written(teamId)).toHaveLength(1);
    pass(1);
    await tellAll();
    expect(await toldTo(userId)).toEqual([
      expect.stringContaining(`so its sites are paused. Data is kept until ${purgeDay}.`),
    ]);
    expect(written(teamId)).toHaveLength(2);

    pass(keptAfterSeconds - servedAfterSeconds);
    await tellAll();
    expect(await toldTo(userId)).toEqual([expect.stringContaining("Nothing is deleted automatically.")]);
    expect(written(teamId)).toEqual([
      expect.stringContaining("Balance used up"),
      expect.stringContaining("Sites paused"),
      expect.stringContaining("Data may be deleted"),
    ]);
  });

  it("sites stay online for 7 more days, and a deposit brings them back", async () => {
    const { teamId } = await broke();
    // A process caches the result for a second, so each check uses another process.
    const isServed = (): Promise<boolean> => createStanding(web.database, () => now).isServed(teamId);
    pass(servedAfterSeconds - 1);
    expect(await isServed()).toBe(true);
    pass(1);
    expect(await isServed()).toBe(false);
    expect(await createStanding(web.database, () => now).isServed(randomUUID())).toBe(true);
    await depositLand(web.database.db, teamId, landUnit);
    expect(await isServed()).toBe(true);
  });

  it("notices are removed once there is LAND, and sent again when that is used up", async () => {
    const { teamId, userId } = await broke();
    await aProcess().notify();
    expect(await toldTo(userId)).toHaveLength(1);
    await depositLand(web.database.db, teamId, landUnit);
    await aProcess().notify();
    expect(await toldTo(userId)).toEqual([]);
    const spent = { id: randomUUID(), from: { teamId, unit: "LAND" }, amount: landUnit, reason: "use" } as const;
    const to = { system: "revenue", unit: "LAND" } as const;
    await web.database.db.transaction().execute((trx) => createLedger().collect(trx, { ...spent, to }));
    pass(1);
    await note(teamId);
    await aProcess().notify();
    expect(await toldTo(userId)).toHaveLength(1);
    expect(written(teamId)).toHaveLength(2);
  });

  it("only operators see unpaid teams and since when", async () => {
    now = new Date(Date.now() - servedAfterSeconds * 1000);
    const paused = await broke();
    const operator = await web.signIn(operatorKey);
    const list = (token: string) => web.call("GET /api/bill-consume/operator/unpaid?size=100", { token });
    const { items } = (await list(operator.accessToken)).body.data as { items: Row<typeof unpaidTeams>[] };
    expect(items.find(({ id }) => id === paused.teamId)).toMatchObject({
      owner: paused.userId.replaceAll("-", ""),
      step: "unserved",
      keptUntil: Math.floor(now.getTime() / 1000) + keptAfterSeconds,
    });
    expect((await list(paused.accessToken)).status).toBe(404);
  });

  it("an operator purges a team only after 30 days and a notice to its owner", async () => {
    now = new Date(Date.now() - keptAfterSeconds * 1000 + 60_000);
    const { teamId, userId, accessToken } = await broke();
    const operator = await web.signIn(operatorKey);
    const ask = (token: string) => web.call(`POST /api/bill-consume/operator/unpaid/${teamId}/purge`, { token });
    now = new Date();
    await aProcess().notify();
    expect((await ask(operator.accessToken)).body.code).toBe("TEAM_KEPT");
    const startedAt = new Date(Date.now() - (keptAfterSeconds + 60) * 1000);
    await web.database.db.updateTable("dunning").set({ began_at: startedAt }).where("team_id", "=", teamId).execute();
    // The period is over, but the owner was not notified.
    expect((await ask(operator.accessToken)).body.code).toBe("TEAM_KEPT");
    await aProcess().notify();
    expect((await ask(accessToken)).status).toBe(404);
    expect(purged).toEqual([]);
    expect((await ask(operator.accessToken)).status).toBe(200);
    expect(purged).toEqual([teamId]);
    expect((await toldTo(userId)).join()).toContain("Stored data of ");
    await depositLand(web.database.db, teamId, landUnit);
    expect((await ask(operator.accessToken)).status).toBe(404);
  });
});
