import { afterAll, describe, expect, it } from "vitest";
import type { MonthlyBill, Transaction } from "../../../../resources/billing/record-calls.ts";
import { hourAgo, inUnits, recordsWeb } from "../../../../tests/support/billing/records.ts";

const { web, newUser, joined, backdate } = await recordsWeb();
const land = 10n ** 18n;
/** The last three full hours, independent of the clock. */
const [third, second, last] = [hourAgo(3), hourAgo(2), hourAgo(1)];
type Person = Awaited<ReturnType<typeof newUser>>;

const monthsOf = async (user: Person): Promise<MonthlyBill[]> =>
  (await user.get<{ items: MonthlyBill[] }>("months?size=100")).items;
const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);
const amountColumn = 7;
const balanceColumn = 8;

/** Deposits, credits, settled usage, a hold, a correction, and a reversed deposit that was already spent. */
const eventful = async (): Promise<Person> => {
  const user = await newUser();
  await user.gets(1_000n * land + 7n, "world", "Deposit", { network: "polygon", transaction: "0xabc" });
  await user.gets(50n * land, "voucher", "Voucher");
  await user.gets(5n, "bonus", "Bonus");
  await user.uses("TRAFFIC", 1_234_567, third, "site");
  await user.uses("TRAFFIC", 7_654_321, second, "other");
  await user.uses("COMPUTE_UNIT", 333, second, "key", "RPC");
  await user.settles();
  const { id } = await user.holds(20n * land);
  await user.captures(id, 3n * land + 1n);
  await user.releases((await user.holds(9n * land)).id);
  await user.pays(2n * land, "adjustment", '=HYPERLINK("http://evil.example"),x');
  await user.uses("BUILD_TIME", 1, last, "site");
  await user.settles();
  await user.pays(1_000n * land + 7n, "world", "Reversed deposit", { network: "polygon", transaction: "0xabc" });
  await user.gets(2_000n * land, "suspense", "Deposit", { network: "ton" });
  return user;
};

describe("the statement a user downloads adds up to the balance", () => {
  it("with deposits, grants, settlement, a reversal: from month to month, line by line, to the last of 18 digits", async () => {
    const user = await eventful();
    const { balance, owed } = await user.balances();
    expect([balance > 0n, owed]).toEqual([true, 0n]);
    let carried = 0n;
    let lines = 0;
    for (const { month } of (await monthsOf(user)).toReversed()) {
      const rows = await user.file(`statement/export?month=${month}`);
      const moved = rows.slice(1, -1);
      expect(inUnits(rows[0]![balanceColumn]!)).toBe(carried);
      for (const row of moved) {
        carried += inUnits(row[amountColumn]!);
        expect(inUnits(row[balanceColumn]!)).toBe(carried);
      }
      expect(inUnits(rows.at(-1)![balanceColumn]!)).toBe(carried);
      lines += moved.length;
    }
    expect(carried).toBe(balance);
    // Three credits, three resources and hours, a captured hold, the correction, another hour, the reversal, and its debt.
    expect(lines).toBe(12);
  });

  it("and so do the monthly bills, with the cost of each resource", async () => {
    const user = await eventful();
    const bills = await monthsOf(user);
    const components = bills.flatMap(({ deposits, takenBack, given, corrected, spent, repaid }) => [
      ...[deposits, given, corrected].map(BigInt),
      ...[takenBack, repaid, ...spent.map((one) => one.land)].map((amount) => -BigInt(amount)),
    ]);
    expect(sumOf(components)).toBe((await user.balances()).balance);
    expect(BigInt(bills[0]!.closing)).toBe((await user.balances()).balance);
    const traffic = bills.flatMap(({ spent }) => spent.filter(({ resourceType }) => resourceType === "TRAFFIC"));
    const price = 100_000n * land;
    expect(sumOf(traffic.map((one) => BigInt(one.land)))).toBe(
      sumOf([1_234_567n, 7_654_321n].map((bytes) => (bytes * price) / 2n ** 30n)),
    );
    const rows = await user.file("months/export");
    expect(rows.map(([month, opening]) => [month, inUnits(opening!)])).toEqual(
      bills.map(({ month, opening }) => [month, BigInt(opening)]),
    );
  });

  it("no cell can run as a formula", async () => {
    const rows = await (await eventful()).file("transactions/export");
    expect(rows.map((row) => row[4])).toContain('\'=HYPERLINK("http://evil.example"),x');
  });
});

describe("transactions", () => {
  it("lists every movement with its reason, newest first, 20 a page", async () => {
    const user = await eventful();
    const page = await user.get<{ items: Transaction[]; total: number }>("transactions?page=2&size=5");
    const { items, total } = await user.get<{ items: Transaction[]; total: number }>("transactions");
    expect(total).toBe(12);
    expect(page.items).toEqual(items.slice(5, 10));
    const newest = items[1]!;
    expect(newest).toMatchObject({ type: "DEPOSIT", network: "TON", amount: (2_000n * land).toString(), owed: "0" });
    expect(items[0]).toMatchObject({ type: "REPAID" });
    const back = items.find(({ type }) => type === "TAKEN_BACK")!;
    expect(back).toMatchObject({ network: "Polygon", txHash: "0xabc", balance: "0" });
    expect(-BigInt(back.amount) + BigInt(back.owed)).toBe(1_000n * land + 7n);
    const used = items.filter(({ type }) => type === "USAGE");
    expect(used.map(({ resourceType }) => resourceType)).toEqual([
      "BUILD_TIME",
      undefined,
      expect.any(String),
      expect.any(String),
      "TRAFFIC",
    ]);
    expect(used[0]!.hour).toBe(last);
  });

  it("can be filtered by days, inclusive", async () => {
    const user = await newUser();
    const at = (seconds: number): string => new Date(seconds * 1000).toISOString();
    const start = Date.UTC(2026, 2, 5) / 1000;
    for (const [amount, moment] of [
      [1n, start - 1],
      [2n, start],
      [3n, start + 86_399],
      [4n, start + 86_400],
    ] as const)
      await backdate((await user.gets(amount)).id, at(moment + 0.999));
    const query = `transactions?since=${start}&until=${start + 86_399}`;
    const { items, total } = await user.get<{ items: Transaction[]; total: number }>(query);
    expect([items.map(({ amount }) => amount), total]).toEqual([["3", "2"], 2]);
    const rows = await user.file(query.replace("?", "/export?"));
    expect(rows.map((row) => row[amountColumn])).toEqual(["0.000000000000000003", "0.000000000000000002"]);
  });
});

describe("a month", () => {
  it("starts and ends in UTC; without movements it carries the balance over", async () => {
    const user = await newUser();
    await backdate((await user.gets(5n)).id, "2026-03-31T23:59:59.999999Z");
    await backdate((await user.gets(3n)).id, "2026-04-01T00:00:00Z");
    await backdate((await user.gets(2n)).id, "2026-06-01T00:00:00Z");
    const closings = (await monthsOf(user)).toReversed().map(({ month, closing }) => `${month} ${closing}`);
    expect(closings.slice(0, 4)).toEqual(["2026-03 5", "2026-04 8", "2026-05 8", "2026-06 10"]);
    const of = async (month: string) =>
      user.get<{ bill: MonthlyBill; items: Transaction[] }>(`statement?month=${month}`);
    expect(await of("2026-04")).toMatchObject({ bill: { opening: "5", deposits: "3", closing: "8" }, items: [{}] });
    expect(await of("2026-05")).toMatchObject({ bill: { opening: "8", closing: "8" }, items: [] });
    expect(await of("2026-02")).toMatchObject({ bill: { opening: "0", closing: "0" }, items: [] });
    expect(await of("2031-01")).toMatchObject({ bill: { opening: "10", closing: "10" }, items: [] });
    expect((await user.ask("GET /statement?month=2026-13")).status).toBe(422);
  });
});

describe("records of a team", () => {
  afterAll(() => expect(web.faults).toEqual([]));
  const paths = ["months", "transactions", "statement?month=2026-11", "usage?by=SUBJECT"];
  const files = ["months/export", "transactions/export", "statement/export?month=2026-11"];

  it("are never another team's", async () => {
    await eventful();
    const stranger = await newUser();
    for (const path of [...paths, "land-used/analytics?analyticsType=DAY", "app/analytics?resourceType=TRAFFIC"]) {
      const text = JSON.stringify(await stranger.get(path));
      expect(text).not.toMatch(/[1-9]\d{6}/);
    }
    for (const path of files) {
      const amounts = (await stranger.file(path)).flat().filter((cell) => /\.\d{18}$/.test(cell));
      expect(amounts.every((cell) => inUnits(cell) === 0n)).toBe(true);
    }
  });

  it("are readable by members with billing access only", async () => {
    const owner = await eventful();
    const reader = await joined(owner.teamId, ["RESOURCE"]);
    const builder = await joined(owner.teamId, ["HOSTING"]);
    for (const path of [...paths, ...files]) {
      expect((await owner.ask(`GET /${path}`, { token: reader })).status).toBe(200);
      expect((await owner.ask(`GET /${path}`, { token: builder })).status).toBe(403);
    }
  });
});
