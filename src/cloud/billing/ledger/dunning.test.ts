import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { keptAfterSeconds, servedAfterSeconds } from "../../../../resources/billing/packages.ts";
import type { MeteredResource } from "../../../../resources/limits.ts";
import { testDatabase, type TestDatabase } from "../../../../tests/support/database/database.ts";
import { atFileEnd } from "../../../../tests/support/file-end.ts";
import { depositLand, landUnit as unit, payingTeam } from "../../../../tests/support/billing/paying-team.ts";
import type { Trx } from "../../engines/database/database.ts";
import { createLedger } from "./create-ledger.ts";
import { dunning, recordDunning, teamsInDunning, teamsToDun } from "./dunning.ts";
import { grant, grantFree } from "./grants.ts";
import { settleTeam } from "./charges/settle.ts";
import { createUsage, type Usage } from "./usage/usage.ts";

let database: TestDatabase;
let usage: Usage;
beforeAll(async () => {
  database = await testDatabase();
  usage = createUsage(database);
  atFileEnd(() => usage.flush());
});

const inAnHour = (): Date => new Date(Date.now() + 3_600_000);
const transact = <T>(work: (trx: Trx) => Promise<T>): Promise<T> => database.db.transaction().execute(work);
const team = () => payingTeam(database.db);
const use = (teamId: string, resource: MeteredResource, amount: number) =>
  transact((trx) => usage.recordNow(trx, { teamId, resource, subject: "site", amount }));
const give = (teamId: string, resource: MeteredResource, amount: bigint) =>
  transact((trx) => grant(trx, teamId, { id: randomUUID(), package: "BONUS", resource, amount }));

describe("when packages and LAND are used up", () => {
  const note = (teamId: string, now?: Date) => recordDunning(database.db, usage, teamId, now);

  it("new work is rejected immediately, sites are served for 7 more days, data is kept for 30 days", async () => {
    const teamId = await team();
    await give(teamId, "TRAFFIC", 100n);
    expect(await note(teamId)).toEqual({ step: "paid" });
    await use(teamId, "TRAFFIC", 100);
    const began = new Date();
    const moments = {
      beganAt: began,
      servedUntil: new Date(began.getTime() + servedAfterSeconds * 1000),
      keptUntil: new Date(began.getTime() + keptAfterSeconds * 1000),
    };
    expect(await note(teamId, began)).toEqual({ step: "refused", ...moments });
    expect(await note(teamId)).toEqual({ step: "refused", ...moments });
    const at = (moment: Date, ms: number) => dunning(database.db, teamId, new Date(moment.getTime() + ms));
    expect((await at(moments.servedUntil, -1)).step).toBe("refused");
    expect((await at(moments.servedUntil, 0)).step).toBe("unserved");
    expect((await at(moments.keptUntil, -1)).step).toBe("unserved");
    expect((await at(moments.keptUntil, 0)).step).toBe("overdue");
    expect(await teamsInDunning(database.db)).toContainEqual({ teamId, step: "refused", ...moments });
    expect(await teamsToDun(database.db)).toContain(teamId);
  });

  it("a deposit ends it, once all debts are paid", async () => {
    const teamId = await team();
    await use(teamId, "BUILD_TIME", 2);
    await settleTeam(database.db, createLedger(), teamId, inAnHour());
    expect((await note(teamId)).step).toBe("refused");
    await depositLand(database.db, teamId, 1_000n * unit);
    expect((await dunning(database.db, teamId)).step).toBe("refused");
    await depositLand(database.db, teamId, 1n);
    expect((await dunning(database.db, teamId)).step).toBe("paid");
    expect((await note(teamId)).step).toBe("paid");
  });

  it("packages that pay again also end it", async () => {
    const teamId = await team();
    expect((await note(teamId)).step).toBe("refused");
    await transact((trx) => grantFree(trx, teamId));
    expect((await note(teamId)).step).toBe("paid");
  });
});
