import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import type { LandUsed, UsageItem } from "../../../../resources/billing/analytics-calls.ts";
import { subjectsShownMax } from "../../../../resources/billing/records.ts";
import { hourAgo, hourSeconds, recordsWeb } from "../../../../tests/support/billing/records.ts";
import { giveBonus } from "../../../../tests/support/billing/paying-team.ts";

const { web, newUser } = await recordsWeb();
const { db } = web.database;
afterAll(() => expect(web.faults).toEqual([]));

const land = 10n ** 18n;
type Person = Awaited<ReturnType<typeof newUser>>;
interface UsageReply {
  readonly items: UsageItem[];
  readonly others: { count: number; used: string; land: string } | null;
  readonly isOpen: boolean;
}

const rich = async (): Promise<Person> => {
  const user = await newUser();
  await user.gets(1_000_000n * land);
  return user;
};
const used = (user: Person, query: string): Promise<UsageReply> => user.get<UsageReply>(`usage?${query}`);
const project = async (teamId: string, name: string): Promise<string> => {
  const id = randomUUID();
  await sql`
    insert into project (id, team_id, name, label, platform, deploy_type) values (${id}, ${teamId}, ${name}, ${id}, 'IPFS', 'UPLOAD')
  `.execute(db);
  return id;
};
/** Boundaries of days, months and years; a past hour belongs to the one that contains it. */
const chart = (user: Person, type: string, at: number): Promise<LandUsed[]> =>
  user.get<LandUsed[]>(`land-used/analytics?analyticsType=${type}&timestamp=${at}`);

describe("charts", () => {
  it("show unsettled usage with the amounts that settlement charges", async () => {
    const user = await rich();
    const at = hourAgo(2);
    await giveBonus(db, user.teamId, "TRAFFIC", 1000, at);
    await user.uses("TRAFFIC", 500_000, at, "one");
    await user.uses("TRAFFIC", 700_001, at, "two", "GATEWAY");
    await user.uses("COMPUTE_UNIT", 7, at, "key", "RPC");
    const span = `since=${at}&until=${at + hourSeconds - 1}`;
    const views = async () => ({
      hours: (await chart(user, "HOUR", at)).map((row) => ({ ...row, message: "" })),
      service: (await used(user, `by=SERVICE&resourceType=TRAFFIC&${span}`)).items,
      all: (await used(user, `by=SUBJECT&${span}`)).items,
    });
    const before = await views();
    expect((await used(user, `by=DAY&${span}`)).isOpen).toBe(true);
    expect((await chart(user, "HOUR", at))[0]!.message).toContain("Partly unsettled");
    const due = before.all.reduce((sum, one) => sum + BigInt(one.land), 0n);
    await user.settles();
    expect(await views()).toEqual(before);
    expect((await used(user, `by=DAY&${span}`)).isOpen).toBe(false);
    const { balance } = await user.balances();
    expect(1_000_000n * land - balance).toBe(due);
    expect(before.hours.map(({ resourceType, resourceUsed }) => [resourceType, resourceUsed])).toEqual([
      ["COMPUTE_UNIT", "7"],
      ["TRAFFIC", "1200001"],
    ]);
    // At 100,000 LAND a GB: the bonus of 1000 bytes.
    const covered = ((1000n * 100_000n * land) / 2n ** 30n).toString();
    expect(before.hours.map(({ landCovered }) => landCovered)).toEqual(["0", covered]);
    expect(before.service.map(({ key, used: bytes }) => [key, bytes])).toEqual([
      ["GATEWAY", "700001"],
      ["HOSTING", "500000"],
    ]);
    const [landSum, packages] = [before.service.map((one) => one.land), before.service.map((one) => one.fromPackages)];
    expect(landSum.reduce((sum, one) => sum + BigInt(one), 0n) + (7n * land) / 5n).toBe(due);
    expect(packages.reduce((sum, one) => sum + Number(one), 0)).toBe(1000);
  });

  it("are by the hours of a day, the days of a month, or the months of a year, in UTC", async () => {
    const user = await rich();
    const moments = [
      "2026-02-28T23:00Z",
      "2026-03-01T00:00Z",
      "2026-03-01T23:00Z",
      "2026-03-31T23:00Z",
      "2026-04-01T00:00Z",
    ];
    for (const moment of moments) await user.uses("COMPUTE_UNIT", 5, Date.parse(moment) / 1000, "key", "RPC");
    await user.settles();
    const at = Date.parse("2026-03-01T12:00Z") / 1000;
    const rows = async (type: string) =>
      (await chart(user, type, at)).map(
        ({ timestamp, resourceUsed }) => `${new Date(timestamp * 1000).toISOString().slice(0, 13)} ${resourceUsed}`,
      );
    expect(await rows("HOUR")).toEqual(["2026-03-01T00 5", "2026-03-01T23 5"]);
    expect(await rows("DAY")).toEqual(["2026-03-01T00 10", "2026-03-31T00 5"]);
    expect(await rows("MONTH")).toEqual(["2026-02-01T00 5", "2026-03-01T00 15", "2026-04-01T00 5"]);
  });

  it("say what paid: packages, LAND, or both", async () => {
    const user = await rich();
    const start = Date.UTC(2026, 2, 1) / 1000;
    await giveBonus(db, user.teamId, "TRAFFIC", 150, start);
    for (const hour of [0, 1, 2]) await user.uses("TRAFFIC", 100, start + hour * hourSeconds, "site");
    await user.settles();
    expect((await chart(user, "HOUR", start)).map(({ message }) => message)).toEqual([
      "Paid by your packages.",
      "Paid partly by your packages, the rest in LAND.",
      "Paid in LAND.",
    ]);
  });

  it("count IPFS storage in bytes times seconds", async () => {
    const user = await rich();
    const at = hourAgo(3);
    await sql`
      insert into storage_level (team_id, resource, size_bytes, settled_at) values (${user.teamId}, 'IPFS_STORAGE', 1000, to_timestamp(${at}))
    `.execute(db);
    await sql`
      insert into storage_change (team_id, resource, at, size_bytes) values (${user.teamId}, 'IPFS_STORAGE', to_timestamp(${at + 1800}), 1000)
    `.execute(db);
    await user.settles();
    const query = `by=SERVICE&resourceType=IPFS_STORAGE&since=${at}&until=${at + 2 * hourSeconds - 1}`;
    expect((await used(user, query)).items).toMatchObject([{ key: "STORAGE", used: String(1000 * 5400) }]);
  });
});

describe("use", () => {
  it("are listed by project, bucket, gateway and deleted items, most expensive first", async () => {
    const user = await rich();
    const at = hourAgo(2);
    const stranger = await rich();
    const [small, large] = [await project(user.teamId, "small"), await project(user.teamId, "large")];
    const foreign = await project(stranger.teamId, "not theirs");
    await user.uses("TRAFFIC", 1, at, small);
    await user.uses("TRAFFIC", 3, at, large);
    await user.uses("TRAFFIC", 1, at, foreign);
    await user.uses("TRAFFIC", 1, at, randomUUID());
    await user.settles();
    const { items } = await used(user, "by=SUBJECT&resourceType=TRAFFIC");
    expect(items.map(({ kind, title, used: bytes }) => [kind, title, bytes])).toEqual([
      ["PROJECT", "large", "3"],
      ["DELETED", "Deleted items", "2"],
      ["PROJECT", "small", "1"],
    ]);
    expect((await used(user, "by=SERVICE&resourceType=BUILD_TIME")).items).toEqual([]);
  });

  it("sum up items beyond the list limit", async () => {
    const user = await rich();
    const at = hourAgo(2);
    for (let each = 1; each <= subjectsShownMax + 2; each += 1)
      await user.uses("TRAFFIC", each * 1000, at, await project(user.teamId, `site ${each}`));
    const { items, others } = await used(user, "by=SUBJECT&resourceType=TRAFFIC");
    expect(items).toHaveLength(subjectsShownMax);
    expect(others).toMatchObject({ count: 2, used: "3000" });
  });

  it("by service for each of the last 30 days includes the total", async () => {
    const user = await rich();
    const day = 86_400;
    const today = Math.floor(Date.now() / 1000 / day) * day;
    await user.uses("TRAFFIC", 10, today - 2 * day, "a", "BUCKET");
    await user.uses("TRAFFIC", 5, today - day, "a", "BUCKET");
    await user.uses("TRAFFIC", 7, today - day, "b");
    await user.uses("TRAFFIC", 99, today - 31 * day, "b");
    await user.settles();
    expect(await user.get("app/analytics?resourceType=TRAFFIC")).toEqual([
      { appType: "BUCKET", resourceConsume: "10", statistics: "10", timestamp: today - 2 * day },
      { appType: "BUCKET", resourceConsume: "5", statistics: "15", timestamp: today - day },
      { appType: "HOSTING", resourceConsume: "7", statistics: "7", timestamp: today - day },
    ]);
  });
});
