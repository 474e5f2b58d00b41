import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { testDatabase, type TestDatabase } from "../../../../../tests/support/database/database.ts";
import { createUsage } from "./usage.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});

const traffic = (teamId: string, amount: bigint | number, subject = "site") =>
  ({ teamId, resource: "TRAFFIC", subject, amount }) as const;
const rowsOf = (teamId: string) =>
  database.db.selectFrom("usage_bucket").selectAll().where("team_id", "=", teamId).execute();

describe("metering", () => {
  it("sums up records exactly, also beyond 2^53", async () => {
    const usage = createUsage(database);
    const teamId = randomUUID();
    usage.record(traffic(teamId, 2n ** 53n));
    for (let count = 0; count < 1000; count += 1) usage.record(traffic(teamId, 1));
    await usage.flush();
    usage.record(traffic(teamId, 1));
    await usage.flush();
    expect(await rowsOf(teamId)).toMatchObject([{ subject: "site", amount: 2n ** 53n + 1001n, calls: 1002n }]);
  });

  it("includes unwritten counts, so that no second is free", async () => {
    const usage = createUsage(database);
    const teamId = randomUUID();
    usage.record(traffic(teamId, 7));
    expect(await usage.unsettled(database.db, teamId, "TRAFFIC")).toBe(7n);
    await usage.flush();
    usage.record(traffic(teamId, 5, "other"));
    expect(await usage.unsettled(database.db, teamId, "TRAFFIC")).toBe(12n);
    expect(await usage.ofSubject(database.db, teamId, "TRAFFIC", "other")).toBe(5n);
    await usage.flush();
  });

  it("reads each count once, also while it is written", async () => {
    const usage = createUsage(database);
    const teamId = randomUUID();
    for (let count = 1n; count <= 60n; count += 1n) {
      usage.record(traffic(teamId, 1));
      const writing = usage.flush();
      const read = () => usage.ofSubject(database.db, teamId, "TRAFFIC", "site");
      expect(await Promise.all([read(), read(), usage.unsettled(database.db, teamId, "TRAFFIC")])).toEqual([
        count,
        count,
        count,
      ]);
      await writing;
    }
  });

  it("loses nothing when several processes write the same buckets at once", async () => {
    const processes = Array.from({ length: 4 }, () => createUsage(database));
    const teams = Array.from({ length: 10 }, () => randomUUID());
    const write = async (usage: (typeof processes)[number], at: number) => {
      for (let round = 0; round < 5; round += 1) {
        for (const teamId of at % 2 ? teams : teams.toReversed()) usage.record(traffic(teamId, 3));
        await usage.flush();
      }
      await usage.flush();
    };
    await Promise.all(processes.map(write));
    const rows = await Promise.all(teams.map(rowsOf));
    expect(rows.flat().map(({ amount }) => amount)).toEqual(teams.map(() => 60n));
  });

  it("keeps its counts while the database is unavailable, and writes them later", async () => {
    const usage = createUsage(database);
    const teamId = randomUUID();
    await database.pool.query("alter table usage_bucket rename to usage_away");
    usage.record(traffic(teamId, 4));
    await expect(usage.flush()).rejects.toThrow("usage_bucket");
    usage.record(traffic(teamId, 4));
    await database.pool.query("alter table usage_away rename to usage_bucket");
    await usage.flush();
    expect((await rowsOf(teamId))[0]!.amount).toBe(8n);
  });

  it("of charged usage is part of the caller's transaction", async () => {
    const usage = createUsage(database);
    const teamId = randomUUID();
    const charge = { teamId, resource: "BUILD_TIME", subject: "task", amount: 90 } as const;
    const undone = database.db.transaction().execute(async (trx) => {
      await usage.recordNow(trx, charge);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await rowsOf(teamId)).toEqual([]);
    await database.db.transaction().execute((trx) => usage.recordNow(trx, charge));
    expect(await usage.unsettled(database.db, teamId, "BUILD_TIME")).toBe(90n);
    await usage.flush();
  });

  it("never decreases", () => {
    const usage = createUsage(database);
    expect(() => usage.record(traffic(randomUUID(), -1))).toThrow("only goes up");
    return usage.flush();
  });
});
