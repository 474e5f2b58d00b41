import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { packageSizes } from "../../../../resources/billing/packages.ts";
import type { MeteredResource } from "../../../../resources/limits.ts";
import { testDatabase, type TestDatabase } from "../../../../tests/support/database/database.ts";
import { atFileEnd } from "../../../../tests/support/file-end.ts";
import { landUnit as unit, payingTeam } from "../../../../tests/support/billing/paying-team.ts";
import type { Trx } from "../../engines/database/database.ts";
import { createAllowance, type Allowance } from "./allowance.ts";
import { setCap, spentInMonth } from "./charges/caps.ts";
import { createLedger } from "./create-ledger.ts";
import { setPrice } from "./charges/prices.ts";
import { settleTeam } from "./charges/settle.ts";
import { createUsage, type Usage } from "./usage/usage.ts";

const GiB = 2 ** 30;
const refused = { code: "ALLOWANCE_USED_UP", status: 402 };
const inAnHour = (): Date => new Date(Date.now() + 3_600_000);

let database: TestDatabase;
let usage: Usage;
let allowance: Allowance;
beforeAll(async () => {
  database = await testDatabase();
  usage = createUsage(database);
  allowance = createAllowance(usage);
  atFileEnd(() => usage.flush());
});

const transact = <T>(work: (trx: Trx) => Promise<T>): Promise<T> => database.db.transaction().execute(work);
const team = (land = 0n) => payingTeam(database.db, land * unit);
const ask = (teamId: string, resource: MeteredResource, amount: number, spender?: Parameters<Allowance["ask"]>[4]) =>
  allowance.ask(database.db, teamId, resource, amount, spender);
const store = (teamId: string, bytes: bigint | number, resource?: "AR_STORAGE") =>
  transact((trx) => allowance.store(trx, teamId, bytes, resource));
const use = (teamId: string, resource: MeteredResource, amount: bigint | number, subject = "site") =>
  transact((trx) => usage.recordNow(trx, { teamId, resource, subject, amount }));
const give = (teamId: string, resource: MeteredResource, amount: bigint, endsAt?: Date) =>
  transact((trx) =>
    allowance.grant(trx, teamId, { id: randomUUID(), package: "BONUS", resource, amount, ...(endsAt && { endsAt }) }),
  );
const balanceOf = (teamId: string) => createLedger().available(database.db, teamId);
const used = async (teamId: string) => {
  const { resources, package: name, endsAt } = await allowance.used(database.db, teamId);
  const account = { package: name, endsAt };
  return { ...account, ...Object.fromEntries(resources.map((one) => [one.resource, [one.used, one.allowed]])) };
};

describe("beyond its packages a team", () => {
  it("may use exactly the amount that its LAND pays for", async () => {
    const teamId = await team(3_000n);
    await give(teamId, "BUILD_TIME", 10n);
    // 500 LAND per second.
    await ask(teamId, "BUILD_TIME", 16);
    await expect(ask(teamId, "BUILD_TIME", 17)).rejects.toMatchObject(refused);
    await use(teamId, "BUILD_TIME", 12);
    await ask(teamId, "BUILD_TIME", 4);
    await expect(ask(teamId, "BUILD_TIME", 5)).rejects.toMatchObject(refused);
    // LAND due for one resource is not available for another: 2,000 LAND pay for 10,000 units.
    await ask(teamId, "COMPUTE_UNIT", 10_000);
    await expect(ask(teamId, "COMPUTE_UNIT", 10_001)).rejects.toMatchObject(refused);
    await settleTeam(database.db, createLedger(), teamId, inAnHour());
    expect(await balanceOf(teamId)).toBe(2_000n * unit);
    await ask(teamId, "COMPUTE_UNIT", 10_000);
    await expect(ask(teamId, "COMPUTE_UNIT", 10_001)).rejects.toMatchObject(refused);
  });

  it("counts unwritten traffic as due", async () => {
    const teamId = await team(100_000n);
    await ask(teamId, "TRAFFIC", GiB);
    usage.record({ teamId, resource: "TRAFFIC", subject: "site", amount: GiB / 2 });
    await ask(teamId, "TRAFFIC", GiB / 2);
    await expect(ask(teamId, "TRAFFIC", GiB / 2 + 1)).rejects.toMatchObject(refused);
  });

  it("can store with LAND for one day of all excess, and delete at any time", async () => {
    const bytes = 10n * 2n ** 30n;
    const day = (29n * 10n ** 6n * bytes * 86_400n) / unit;
    const teamId = await team(day + 1_000n);
    await give(teamId, "IPFS_STORAGE", 2n ** 20n);
    expect(await allowance.room(database.db, teamId, "IPFS_STORAGE")).toBeGreaterThan(bytes + 2n ** 20n);
    await ask(teamId, "IPFS_STORAGE", Number(bytes) + 2 ** 20);
    await store(teamId, bytes + 2n ** 20n);
    await expect(store(teamId, 2 ** 30)).rejects.toMatchObject(refused);
    await store(teamId, -bytes);
    await store(teamId, bytes);
  });

  it("does not overspend its LAND with large uploads", async () => {
    const third = 10n * 2n ** 30n;
    const teamId = await team((29n * 10n ** 6n * third * 3n * 86_400n) / unit + 5_000n);
    const racing = await Promise.allSettled(Array.from({ length: 6 }, () => store(teamId, third)));
    expect(racing.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
  });

  it("is recalculated for each request only when LAND runs low", async () => {
    const bytes = 2n ** 33n;
    const day = (29n * 10n ** 6n * bytes * 86_400n) / unit;
    const teamId = await team(day * 3n);
    await store(teamId, 1);
    const racing = await Promise.allSettled(Array.from({ length: 8 }, () => store(teamId, bytes / 2n)));
    expect(racing.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
  });

  it("pays once for storage on Arweave", async () => {
    // 8,000,000 LAND for 2^30 bytes.
    const teamId = await team(2_000_000n);
    await give(teamId, "AR_STORAGE", 2n ** 28n);
    await store(teamId, 2 ** 29, "AR_STORAGE");
    await expect(store(teamId, 1, "AR_STORAGE")).rejects.toMatchObject(refused);
    await settleTeam(database.db, createLedger(), teamId, inAnHour());
    expect(await balanceOf(teamId)).toBe(0n);
    expect(await used(teamId)).toMatchObject({ AR_STORAGE: [2n ** 29n, 2n ** 28n] });
    await store(teamId, -(2 ** 29), "AR_STORAGE");
    await ask(teamId, "AR_STORAGE", 2 ** 29);
    await store(teamId, 2 ** 29, "AR_STORAGE");
    await expect(store(teamId, 1, "AR_STORAGE")).rejects.toMatchObject(refused);
  });

  it("can't use a resource without a price, regardless of its LAND", async () => {
    await expect(ask(await team(10n ** 12n), "AI_RPC", 1)).rejects.toMatchObject(refused);
  });

  it("respects the monthly caps of a service and of a project, and the error names the cap", async () => {
    const teamId = await team(100_000n);
    const project = { service: "HOSTING", subject: "my-site" } as const;
    await transact((trx) => setCap(trx, teamId, { kind: "SERVICE", target: "HOSTING" }, 10_000n * unit));
    await transact((trx) => setCap(trx, teamId, { kind: "PROJECT", target: "my-site" }, 2_500n * unit));
    const refusal = { code: "SPEND_CAP_REACHED", status: 409 };
    const says = (cap: string) => `This would exceed the spend cap of ${cap}. Raise the cap in Billing to continue.`;
    const capped = { ...refusal, message: says("this project ($0.0025 per month)") };
    const ofService = { ...refusal, message: says("Hosting ($0.01 per month)") };
    await ask(teamId, "BUILD_TIME", 5, project);
    await expect(ask(teamId, "BUILD_TIME", 6, project)).rejects.toMatchObject(capped);
    await use(teamId, "BUILD_TIME", 3, "my-site");
    await ask(teamId, "BUILD_TIME", 2, project);
    await expect(ask(teamId, "BUILD_TIME", 3, project)).rejects.toMatchObject(capped);
    await settleTeam(database.db, createLedger(), teamId, inAnHour());
    expect(await spentInMonth(database.db, teamId, { kind: "PROJECT", target: "my-site" }, new Date())).toBe(
      1_500n * unit,
    );
    await expect(ask(teamId, "BUILD_TIME", 3, project)).rejects.toMatchObject(capped);
    await ask(teamId, "BUILD_TIME", 17);
    await expect(ask(teamId, "BUILD_TIME", 18)).rejects.toMatchObject(ofService);
    await ask(teamId, "COMPUTE_UNIT", 100_000);
    await transact((trx) => setCap(trx, teamId, { kind: "SERVICE", target: "HOSTING" }));
    await ask(teamId, "BUILD_TIME", 18);
    // A cap that keeps visits online still rejects work.
    const visit = { ...project, isVisit: true };
    await expect(ask(teamId, "TRAFFIC", 2 ** 26, visit)).rejects.toMatchObject(capped);
    await transact((trx) => setCap(trx, teamId, { kind: "PROJECT", target: "my-site" }, 2_500n * unit, "ONLINE"));
    await ask(teamId, "TRAFFIC", 2 ** 26, visit);
    await expect(ask(teamId, "TRAFFIC", 2 ** 26, project)).rejects.toMatchObject(capped);
  });
});

describe("packages", () => {
  /** Moves what happened to a team by months. */
  const shift = async (teamId: string, months: number): Promise<void> => {
    await database.pool.query(
      "update allowance_grant set starts_at = starts_at + make_interval(months => $2), ends_at = ends_at + make_interval(months => $2) where team_id = $1",
      [teamId, months],
    );
    await database.pool.query("update charge set hour = hour + make_interval(months => $2) where team_id = $1", [
      teamId,
      months,
    ]);
  };

  it("of an activated account replace the trial, and those of a depositor replace them", async () => {
    const teamId = await team();
    await transact((trx) => allowance.grantTrial(trx, teamId));
    await use(teamId, "BUILD_TIME", 600);
    await store(teamId, 2 ** 20, "AR_STORAGE");
    await transact((trx) => allowance.grantFree(trx, teamId));
    const now = new Date();
    const nextMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1));
    const { FREE, STANDARD } = packageSizes;
    expect(await used(teamId)).toMatchObject({
      package: "FREE",
      endsAt: nextMonth,
      BUILD_TIME: [600n, BigInt(FREE.BUILD_TIME!)],
      IPFS_STORAGE: [0n, BigInt(FREE.IPFS_STORAGE!)],
      COMPUTE_UNIT: [0n, BigInt(FREE.COMPUTE_UNIT!)],
    });
    await transact((trx) => allowance.grantStandard(trx, teamId));
    await transact((trx) => allowance.grantStandard(trx, teamId));
    await transact((trx) => allowance.grantFree(trx, teamId));
    expect(await used(teamId)).toMatchObject({
      package: "STANDARD",
      endsAt: nextMonth,
      IPFS_STORAGE: [0n, BigInt(STANDARD.IPFS_STORAGE!)],
      AR_STORAGE: [2n ** 20n, BigInt(STANDARD.AR_STORAGE!)],
      COMPUTE_UNIT: [0n, BigInt(STANDARD.COMPUTE_UNIT!)],
    });
  });

  it("reset on the 1st, except storage, even after months without activity", async () => {
    const teamId = await team();
    await transact((trx) => allowance.grantStandard(trx, teamId));
    await use(teamId, "TRAFFIC", 5 * GiB);
    await store(teamId, 2 ** 20, "AR_STORAGE");
    const size = BigInt(packageSizes.STANDARD.TRAFFIC!);
    expect(await used(teamId)).toMatchObject({ TRAFFIC: [5n * BigInt(GiB), size] });
    // In the last hour of a month, this is in the next one.
    await settleTeam(database.db, createLedger(), teamId, inAnHour());
    await shift(teamId, -3);
    // Computed on request: no job ran.
    await ask(teamId, "TRAFFIC", Number(size));
    expect(await used(teamId)).toMatchObject({
      TRAFFIC: [0n, size],
      AR_STORAGE: [2n ** 20n, BigInt(packageSizes.STANDARD.AR_STORAGE!)],
    });
    const months = await database.db
      .selectFrom("allowance_grant")
      .select(["starts_at", "ends_at"])
      .where("team_id", "=", teamId)
      .where("resource", "=", "TRAFFIC")
      .orderBy("starts_at")
      .execute();
    expect(months).toHaveLength(4);
    months.slice(1).forEach((month, at) => expect(month.starts_at).toEqual(months[at]!.ends_at));
    await allowance.turnMonths(database.db, new Date());
    expect(await used(teamId)).toMatchObject({ TRAFFIC: [0n, size] });
  });

  it("grow by a grant, once, and shrink when it is withdrawn", async () => {
    const teamId = await team();
    const added = { id: randomUUID(), package: "PURCHASE", resource: "TRAFFIC", amount: 100n } as const;
    const give = (changed: object = {}) => transact((trx) => allowance.grant(trx, teamId, { ...added, ...changed }));
    await Promise.all([give(), give(), give()]);
    expect(await used(teamId)).toMatchObject({ TRAFFIC: [0n, 100n] });
    await expect(give({ amount: 101n })).rejects.toThrow("Something else");
    await transact((trx) => allowance.withdraw(trx, added.id));
    await expect(ask(teamId, "TRAFFIC", 1)).rejects.toMatchObject(refused);
  });
});

describe("the price list", () => {
  it("changes only on a future full hour", async () => {
    const price = { resource: "AI_RPC", land: 5n, per: 1n } as const;
    await expect(transact((trx) => setPrice(trx, { ...price, startsAt: new Date() }))).rejects.toThrow("full hour");
    const later = new Date(Math.ceil(Date.now() / 3_600_000 + 1) * 3_600_000);
    const version = await transact((trx) => setPrice(trx, { ...price, startsAt: later }));
    expect(version).toBeGreaterThan(5n);
    await expect(ask(await team(10n), "AI_RPC", 1)).rejects.toMatchObject(refused);
  });
});
