import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { keptAfterSeconds, servedAfterSeconds } from "../../../../resources/billing/packages.ts";
import type { Resource, Row } from "../../../../resources/define.ts";
import { unpaidTeams } from "../../../../resources/operator/unpaid-teams.ts";
import { depositLand, landUnit } from "../../../../tests/support/paying-team.ts";
import { testWeb, type TestWeb } from "../../../../tests/support/web.ts";
import { createLedger } from "../../ledger/create-ledger.ts";
import { noteDunning } from "../../ledger/dunning.ts";
import { dunningRoutes } from "./routes.ts";
import { createDunning } from "./service.ts";

let web: TestWeb;
/** What the owners of teams were written. */
let letters: { readonly teamId: string; readonly subject: string; readonly text: string }[];
/** Of the services: moved by tests. */
let now: Date;

const operatorKey = privateKeyToAccount(generatePrivateKey());
beforeAll(async () => {
  const settings = { OPERATORS: operatorKey.address };
  web = await testWeb({ settings, resources: [unpaidTeams as unknown as Resource], routes: dunningRoutes() });
});
beforeEach(() => {
  letters = [];
  now = new Date();
});

/** As each process has one. */
const aProcess = () =>
  createDunning({
    engines: web,
    notices: web.notices,
    alerts: { toOwner: async (_trx, teamId, letter) => void letters.push({ teamId, ...letter }) },
    dashboardUrl: () => "https://cloud.example",
    log: pino({ level: "silent" }),
    now: () => now,
  });

/** Somebody whose packages and LAND are used up from now on. */
const broke = async () => {
  const person = await web.signIn();
  const { db } = web.database;
  await db.updateTable("allowance_grant").set({ amount: 0n }).where("team_id", "=", person.teamId).execute();
  await note(person.teamId);
  return person;
};
const note = (teamId: string) => noteDunning(web.database.db, web.usage, teamId, now);
const pass = (seconds: number): void => {
  now = new Date(now.getTime() + seconds * 1000);
};
const toldTo = async (personId: string): Promise<string[]> =>
  (await web.notices.of(web.database.db, personId)).map(({ message }) => message);
const written = (id: string): string[] => letters.filter(({ teamId }) => teamId === id).map(({ subject }) => subject);

describe("when packages and LAND are used up", () => {
  it("there is a notice and a letter at each step, once, over restarts and in two processes", async () => {
    const { teamId, userId } = await broke();
    const twins = [aProcess(), aProcess()] as const;
    const tellAll = async (): Promise<void> => {
      await Promise.all(twins.map((one) => one.tell()));
      await aProcess().tell();
    };
    const day = (seconds: number): string =>
      new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(now.getTime() + seconds * 1000);
    const [served, kept] = [day(servedAfterSeconds), day(keptAfterSeconds)];
    await tellAll();
    expect(await toldTo(userId)).toEqual([
      expect.stringContaining(
        `New work that would need them is refused; sites are served until ${served}, data is kept until ${kept}.`,
      ),
    ]);
    expect(written(teamId)).toEqual([expect.stringContaining("The balance is used up")]);
    expect(letters[0]!.text).toContain("https://cloud.example/billing/deposit");

    pass(servedAfterSeconds - 1);
    await tellAll();
    expect(written(teamId)).toHaveLength(1);
    pass(1);
    await tellAll();
    expect(await toldTo(userId)).toEqual([
      expect.stringContaining(`its sites are paused. Data is kept until ${kept}.`),
    ]);
    expect(written(teamId)).toHaveLength(2);

    pass(keptAfterSeconds - servedAfterSeconds);
    await tellAll();
    expect(await toldTo(userId)).toEqual([expect.stringContaining("Nothing is removed by itself.")]);
    expect(written(teamId)).toEqual([
      expect.stringContaining("The balance is used up"),
      expect.stringContaining("The sites are paused"),
      expect.stringContaining("The data is no longer kept for certain"),
    ]);
  });

  it("sites serve 7 more days, and a deposit brings them back", async () => {
    const { teamId } = await broke();
    // What one process was told is remembered for a second: each look is another process's.
    const isServed = (): Promise<boolean> => aProcess().isServed(teamId);
    pass(servedAfterSeconds - 1);
    expect(await isServed()).toBe(true);
    pass(1);
    expect(await isServed()).toBe(false);
    expect(await aProcess().isServed(randomUUID())).toBe(true);
    await depositLand(web.database.db, teamId, landUnit);
    expect(await isServed()).toBe(true);
  });

  it("what was told is taken back once there is LAND, and told anew when that is used up too", async () => {
    const { teamId, userId } = await broke();
    await aProcess().tell();
    expect(await toldTo(userId)).toHaveLength(1);
    await depositLand(web.database.db, teamId, landUnit);
    await aProcess().tell();
    expect(await toldTo(userId)).toEqual([]);
    const spent = { id: randomUUID(), from: { teamId, unit: "LAND" }, amount: landUnit, reason: "use" } as const;
    const to = { system: "revenue", unit: "LAND" } as const;
    await web.database.db.transaction().execute((trx) => createLedger().collect(trx, { ...spent, to }));
    pass(1);
    await note(teamId);
    await aProcess().tell();
    expect(await toldTo(userId)).toHaveLength(1);
    expect(written(teamId)).toHaveLength(2);
  });

  it("operators see who cannot pay and since when, nobody else does", async () => {
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
});
