import { pino } from "pino";
import { expect, it } from "vitest";
import { startDuties } from "../../../../tests/support/server/duties.ts";
import { testDatabase } from "../../../../tests/support/database/database.ts";
import { atFileEnd } from "../../../../tests/support/file-end.ts";
import { landUnit, payingTeam } from "../../../../tests/support/billing/paying-team.ts";
import { openJobs } from "../../engines/jobs/open.ts";
import { createAllowance } from "../ledger/allowance.ts";
import { audit } from "../ledger/audit.ts";
import { createLedger } from "../ledger/create-ledger.ts";
import { dunning } from "../ledger/dunning.ts";
import { createUsage } from "../ledger/usage/usage.ts";
import { createSettlement } from "./service.ts";

const log = pino({ level: "silent" });
const twoHoursAgo = (): Date => new Date(Math.floor(Date.now() / 3_600_000 - 2) * 3_600_000);

it("an hour is settled once, regardless of the number of processes", async () => {
  const database = await testDatabase();
  const { db } = database;
  const [paying, broke] = [await payingTeam(db, 10_000n * landUnit), await payingTeam(db)];
  for (const team_id of [paying, broke]) {
    const use = {
      team_id,
      resource: "BUILD_TIME",
      subject: "site",
      bucket: twoHoursAgo(),
      amount: 4n,
      calls: 1n,
    } as const;
    await db.insertInto("usage_bucket").values(use).execute();
  }
  const ledger = createLedger();
  const processes = await Promise.all(
    [1, 2].map(async () => {
      const jobs = await openJobs(database, log);
      const usage = createUsage(database);
      const settlement = createSettlement({
        engines: { database, jobs },
        usage,
        allowance: createAllowance(usage),
        ledger,
        onNoted: async () => undefined,
        log,
      });
      await settlement.define();
      const duties = await startDuties(database, settlement.duties);
      atFileEnd(async () => {
        await duties.close();
        await jobs.close(0);
        await usage.flush();
      });
      await settlement.work();
      return settlement;
    }),
  );
  const charges = () => db.selectFrom("charge").select("team_id").execute();
  await expect.poll(async () => (await dunning(db, broke)).step).toBe("refused");
  await Promise.all(processes.map((settlement) => settlement.settle(new Date())));
  expect(await charges()).toHaveLength(2);
  expect(await ledger.available(db, paying)).toBe(8_000n * landUnit);
  expect(await ledger.balances(db, broke)).toEqual({ balance: 0n, held: 0n, owed: 2_000n * landUnit });
  expect((await dunning(db, paying)).step).toBe("paid");
  expect((await audit(db)).isSound).toBe(true);
});
