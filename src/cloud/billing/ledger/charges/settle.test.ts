import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import type { MeteredResource } from "../../../../../resources/limits.ts";
import { testDatabase, type TestDatabase } from "../../../../../tests/support/database/database.ts";
import {
  depositLand,
  giveBonus,
  landUnit as unit,
  payingTeam,
} from "../../../../../tests/support/billing/paying-team.ts";
import { createLedger } from "../create-ledger.ts";
import { settleAll, settleTeam } from "./settle.ts";

const ledger = createLedger();
const GiB = 2 ** 30;
const hour = 3600;
/** 1 March 2026. */
const start = Date.UTC(2026, 2, 1) / 1000;
const end = Date.UTC(2026, 3, 1) / 1000;
const at = (seconds: number): Date => new Date(seconds * 1000);

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});

const makeTeam = (land = 10n ** 12n * unit): Promise<string> => payingTeam(database.db, land);
const use = (teamId: string, resource: MeteredResource, amount: bigint | number, when: number, subject = "site") =>
  sql`
    insert into usage_bucket as kept (team_id, resource, subject, bucket, amount, calls)
    values (${teamId}, ${resource}, ${subject}, date_trunc('hour', ${at(when)}::timestamptz), ${String(amount)}::bigint, 1)
    on conflict (team_id, resource, subject, bucket) do update set amount = kept.amount + excluded.amount
  `.execute(database.db);
const store = async (teamId: string, resource: "IPFS_STORAGE" | "AR_STORAGE", bytes: bigint | number, when: number) => {
  await sql`
    insert into storage_level (team_id, resource, size_bytes, settled_at) values (${teamId}, ${resource}, ${String(bytes)}::bigint, ${at(when)})
    on conflict (team_id, resource) do update set size_bytes = excluded.size_bytes
  `.execute(database.db);
  await sql`
    insert into storage_change (team_id, resource, at, size_bytes) values (${teamId}, ${resource}, ${at(when)}, ${String(bytes)}::bigint)
  `.execute(database.db);
};
const settle = (teamId: string, before: number) => settleTeam(database.db, ledger, teamId, at(before));
const chargesOf = (teamId: string) =>
  database.db.selectFrom("charge").selectAll().where("team_id", "=", teamId).orderBy("hour").orderBy("part").execute();
const landOf = async (teamId: string): Promise<bigint> =>
  (await chargesOf(teamId)).reduce((sum, { land }) => sum + BigInt(land), 0n);

describe("settlement", () => {
  it("takes from the grants first, earliest expiry first, and LAND for the rest at the list price", async () => {
    const teamId = await makeTeam();
    await giveBonus(database.db, teamId, "BUILD_TIME", 100, start);
    await giveBonus(database.db, teamId, "BUILD_TIME", 50, start, end);
    await use(teamId, "BUILD_TIME", 30, start);
    await use(teamId, "BUILD_TIME", 60, start + hour);
    await use(teamId, "BUILD_TIME", 90, start + 2 * hour);
    expect(await settle(teamId, start + hour)).toEqual({ paid: 0n, owed: 0n, charges: 1 });
    const grants = () =>
      database.db
        .selectFrom("allowance_grant")
        .select("consumed")
        .where("team_id", "=", teamId)
        .orderBy("amount")
        .execute();
    expect((await grants()).map(({ consumed }) => consumed)).toEqual([30n, 0n]);
    // 30,000 LAND per minute.
    expect(await settle(teamId, start + 3 * hour)).toEqual({ paid: 15_000n * unit, owed: 0n, charges: 2 });
    expect((await grants()).map(({ consumed }) => consumed)).toEqual([50n, 100n]);
  });

  it("charges an hour once, even with repeated and concurrent settlements", async () => {
    const teamId = await makeTeam(100_000n * unit);
    await use(teamId, "TRAFFIC", GiB / 2, start);
    await store(teamId, "IPFS_STORAGE", GiB, start);
    const ends = await Promise.all(Array.from({ length: 6 }, () => settle(teamId, start + hour)));
    expect(ends.filter(({ charges }) => charges > 0)).toHaveLength(1);
    // 100,000 LAND per 2^30 bytes of traffic; 2.9e-11 LAND per byte and second.
    const storage = 29_000_000n * BigInt(GiB) * 3600n;
    expect(await ledger.available(database.db, teamId)).toBe(50_000n * unit - storage);
    const transfers = await database.db
      .selectFrom("ledger_transfer")
      .select(["amount", "ref"])
      .where(
        "id",
        "in",
        (await chargesOf(teamId)).map(({ transfer_id }) => transfer_id!),
      )
      .orderBy("amount")
      .execute();
    expect(transfers).toMatchObject([
      { amount: String(storage), ref: { resource: "IPFS_STORAGE", hour: start, part: 0, priceVersion: 1 } },
      { amount: String(50_000n * unit), ref: { resource: "TRAFFIC", hour: start, part: 0, priceVersion: 2 } },
    ]);
  });

  it("bills late use of a settled hour in the next run under its own id", async () => {
    const teamId = await makeTeam(3_000n * unit);
    for (const part of [0, 1, 2]) {
      await use(teamId, "BUILD_TIME", 2, start);
      await settle(teamId, start + (part + 1) * hour);
      expect((await chargesOf(teamId)).map((charge) => charge.part)).toEqual([0, 1, 2].slice(0, part + 1));
    }
    expect(new Set((await chargesOf(teamId)).map(({ transfer_id }) => transfer_id)).size).toBe(3);
    expect(await ledger.available(database.db, teamId)).toBe(0n);
  });

  it("leaves a team at zero with a debt that the next deposit repays first", async () => {
    const teamId = await makeTeam(1_000n * unit);
    await use(teamId, "BUILD_TIME", 5, start);
    expect(await settle(teamId, start + hour)).toMatchObject({ paid: 1_000n * unit, owed: 1_500n * unit });
    await depositLand(database.db, teamId, 2_000n * unit);
    expect(await ledger.balances(database.db, teamId)).toEqual({ balance: 500n * unit, held: 0n, owed: 0n });
  });

  it("charges Arweave uploads once, and not again after a refund and a new upload", async () => {
    const teamId = await makeTeam(10n ** 7n * unit);
    await giveBonus(database.db, teamId, "AR_STORAGE", GiB / 4, start);
    await store(teamId, "AR_STORAGE", GiB / 2, start + 60);
    await settle(teamId, start + hour);
    // 8,000,000 LAND for 2^30 bytes.
    expect(await landOf(teamId)).toBe(2_000_000n * unit);
    await store(teamId, "AR_STORAGE", 0, start + hour + 60);
    await settle(teamId, start + 2 * hour);
    await store(teamId, "AR_STORAGE", GiB / 2, start + 2 * hour + 60);
    await settle(teamId, start + 3 * hour);
    expect(await landOf(teamId)).toBe(2_000_000n * unit);
    await store(teamId, "AR_STORAGE", GiB, start + 3 * hour + 60);
    await settle(teamId, start + 4 * hour);
    expect(await landOf(teamId)).toBe(6_000_000n * unit);
  });

  it("settles every team and reports failures", async () => {
    const [good, bad] = [await makeTeam(), await makeTeam()];
    for (const teamId of [good, bad]) await use(teamId, "BUILD_TIME", 60, start);
    const failing: typeof ledger.collect = async (trx, posting) => {
      if (posting.from.teamId === bad) throw new Error("no");
      return ledger.collect(trx, posting);
    };
    const faults: string[] = [];
    await settleAll(database, { collect: failing }, at(start + hour), {
      onFault: (teamId) => faults.push(teamId),
    });
    expect(faults).toEqual([bad]);
    expect(await landOf(good)).toBe(30_000n * unit);
    expect(await chargesOf(bad)).toEqual([]);
  });
});
