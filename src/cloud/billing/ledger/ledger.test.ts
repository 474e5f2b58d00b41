import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { testDatabase, type TestDatabase } from "../../../../tests/support/database/database.ts";
import { dice } from "../../../../tests/support/chains/dice.ts";
import type { Trx } from "../../engines/database/database.ts";
import { audit } from "./audit.ts";
import { createLedger } from "./create-ledger.ts";
import type { AccountRef, Posting } from "./ledger.ts";

const ledger = createLedger();
const world: AccountRef = { system: "world", unit: "LAND" };
const revenue: AccountRef = { system: "revenue", unit: "LAND" };
const own = (teamId: string) => ({ teamId, unit: "LAND" }) as const;
const refused = { code: "INSUFFICIENT_LAND", status: 402 };

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});

const transact = <T>(work: (trx: Trx) => Promise<T>): Promise<T> => database.db.transaction().execute(work);
const post = (posting: Omit<Posting, "id" | "reason"> & { id?: string; reason?: string }) =>
  transact((trx) => ledger.post(trx, { id: randomUUID(), reason: "test", ...posting }));
const available = (teamId: string) => ledger.available(database.db, teamId);
const teamWith = async (amount: bigint): Promise<string> => {
  const teamId = randomUUID();
  await post({ from: world, to: own(teamId), amount });
  return teamId;
};

describe("the ledger", () => {
  it("stores amounts beyond 2^53 exactly, up to 78 digits", async () => {
    const amount = 10n ** 77n + 1n;
    const teamId = await teamWith(amount);
    await post({ from: own(teamId), to: revenue, amount: 2n ** 53n + 1n });
    expect(await available(teamId)).toBe(amount - 2n ** 53n - 1n);
  });

  it("creates one transfer per ID, even with concurrent calls", async () => {
    const teamId = await teamWith(100n);
    const posting = { id: randomUUID(), from: own(teamId), to: revenue, amount: 7n, ref: { hour: 1 } };
    const twins = await Promise.all(Array.from({ length: 16 }, () => post(posting)));
    expect(new Set(twins.map(({ createdAt }) => createdAt.getTime())).size).toBe(1);
    expect(await available(teamId)).toBe(93n);
    const between = { id: randomUUID(), from: world, to: revenue, amount: 7n };
    await Promise.all(Array.from({ length: 8 }, () => post(between)));
    const { rows } = await sql`select from ledger_transfer where id = ${between.id}`.execute(database.db);
    expect(rows).toHaveLength(1);
  });

  it("rejects an ID that was used for something else", async () => {
    const teamId = await teamWith(100n);
    const posting = { id: randomUUID(), from: own(teamId), to: revenue, amount: 7n, reason: "test", ref: { hour: 1 } };
    await post(posting);
    const others = [
      { amount: 8n },
      { to: world },
      { reason: "else" },
      { ref: { hour: 2 } },
      { from: own(randomUUID()) },
    ];
    for (const other of others) await expect(post({ ...posting, ...other })).rejects.toThrow("Something else");
    expect(await available(teamId)).toBe(93n);
  });

  it("never lets a team's account go below zero, even with concurrent spending", async () => {
    const teamId = await teamWith(100n);
    const racing = Array.from({ length: 30 }, () => post({ from: own(teamId), to: revenue, amount: 7n }));
    const ends = await Promise.allSettled(racing);
    expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(14);
    expect(ends.find(({ status }) => status === "rejected")).toMatchObject({ reason: refused });
    expect(await available(teamId)).toBe(2n);
  });

  it("writes nothing on rejection, so that the transaction can continue", async () => {
    const teamId = await teamWith(5n);
    await transact(async (trx) => {
      const posting = { id: randomUUID(), from: own(teamId), to: revenue, reason: "test" };
      await expect(ledger.post(trx, { ...posting, amount: 6n })).rejects.toMatchObject(refused);
      await ledger.post(trx, { ...posting, amount: 5n });
    });
    expect(await available(teamId)).toBe(0n);
  });

  it("is rolled back with its transaction", async () => {
    const teamId = await teamWith(5n);
    const undone = transact(async (trx) => {
      await ledger.post(trx, { id: randomUUID(), from: own(teamId), to: revenue, amount: 5n, reason: "test" });
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await available(teamId)).toBe(5n);
  });

  it("is append-only", async () => {
    await teamWith(1n);
    const changes = [
      "update ledger_transfer set amount = 0",
      "delete from ledger_transfer",
      "delete from ledger_account",
    ];
    for (const change of [...changes, "truncate ledger_transfer"])
      await expect(database.pool.query(change)).rejects.toThrow("only ever added to");
  });

  it("rejects negative amounts and transfers between units", async () => {
    const teamId = await teamWith(5n);
    await expect(post({ from: revenue, to: own(teamId), amount: -1n })).rejects.toThrow("negative");
    const points = { teamId, unit: "POINT" } as const;
    await expect(post({ from: own(teamId), to: points, amount: 1n })).rejects.toThrow("LAND into POINT");
    await expect(post({ from: points, to: { system: "bonus", unit: "POINT" }, amount: 1n })).rejects.toMatchObject({
      code: "INSUFFICIENT_POINTS",
    });
  });
});

describe("a hold", () => {
  const hold = (teamId: string, amount: bigint, expiresAt?: Date) =>
    transact((trx) =>
      ledger.hold(trx, {
        id: randomUUID(),
        from: own(teamId),
        to: revenue,
        amount,
        reason: "build",
        ...(expiresAt && { expiresAt }),
      }),
    );
  const capture = (id: string, amount: bigint) => transact((trx) => ledger.capture(trx, id, amount));
  const release = (id: string) => transact((trx) => ledger.release(trx, id));

  it("reserves an amount and releases the unused rest", async () => {
    const teamId = await teamWith(100n);
    const { id } = await hold(teamId, 60n);
    expect(await available(teamId)).toBe(40n);
    await expect(post({ from: own(teamId), to: revenue, amount: 41n })).rejects.toMatchObject(refused);
    await expect(hold(teamId, 41n)).rejects.toMatchObject(refused);
    expect(await capture(id, 25n)).toMatchObject({ amount: 25n, reason: "build" });
    expect(await ledger.balances(database.db, teamId)).toEqual({ balance: 75n, held: 0n, owed: 0n });
  });

  it("ends once", async () => {
    const teamId = await teamWith(100n);
    const [one, other] = [await hold(teamId, 30n), await hold(teamId, 30n)];
    const racing = await Promise.allSettled([10n, 20n, 30n].map((amount) => capture(one.id, amount)));
    const fulfilled = racing.filter((end) => end.status === "fulfilled");
    expect(fulfilled).toHaveLength(1);
    await capture(one.id, fulfilled[0]!.value.amount);
    await expect(release(one.id)).rejects.toThrow("ended otherwise");
    await release(other.id);
    await release(other.id);
    await expect(capture(other.id, 1n)).rejects.toThrow("ended otherwise");
    expect(await available(teamId)).toBe(100n - fulfilled[0]!.value.amount);
  });

  it("is never captured above its amount or when it does not exist", async () => {
    const { id } = await hold(await teamWith(100n), 30n);
    await expect(capture(id, 31n)).rejects.toThrow("more than was held");
    await expect(capture(randomUUID(), 1n)).rejects.toThrow("no hold");
  });

  it("is released when it expires", async () => {
    const teamId = await teamWith(100n);
    await hold(teamId, 30n, new Date(Date.now() - 1000));
    expect((await audit(database.db)).expiredHolds).toHaveLength(1);
    expect(await ledger.releaseExpired(database.db)).toBe(1);
    expect(await ledger.releaseExpired(database.db)).toBe(0);
    expect(await available(teamId)).toBe(100n);
  });
});

describe("an amount that a team can't pay", () => {
  const collect = (teamId: string, amount: bigint, id: string = randomUUID()) =>
    transact((trx) => ledger.collect(trx, { id, from: own(teamId), to: revenue, amount, reason: "traffic" }));

  it("becomes its debt, once, and is repaid first from the next credit", async () => {
    const teamId = await teamWith(10n);
    const id = randomUUID();
    expect(await collect(teamId, 25n, id)).toEqual({ paid: 10n, owed: 15n });
    expect(await collect(teamId, 25n, id)).toEqual({ paid: 10n, owed: 15n });
    await expect(collect(teamId, 24n, id)).rejects.toThrow("Something else");
    expect(await ledger.balances(database.db, teamId)).toEqual({ balance: 0n, held: 0n, owed: 15n });
    await post({ from: world, to: own(teamId), amount: 6n });
    expect(await ledger.balances(database.db, teamId)).toEqual({ balance: 0n, held: 0n, owed: 9n });
    await post({ from: world, to: own(teamId), amount: 20n });
    expect(await ledger.balances(database.db, teamId)).toEqual({ balance: 11n, held: 0n, owed: 0n });
  });

  it("is exact while deposits and charges race", async () => {
    const teamId = randomUUID();
    const work = Array.from({ length: 20 }, (_, at) =>
      at % 2 ? collect(teamId, 30n) : post({ from: world, to: own(teamId), amount: 25n }),
    );
    await Promise.all(work);
    const { balance, owed } = await ledger.balances(database.db, teamId);
    expect(balance - owed).toBe(250n - 300n);
    expect(balance).toBe(0n);
  });
});

describe("the trial balance", () => {
  it("is zero, and every account is the sum of its transfers, after random operations", async () => {
    const roll = dice("ledger");
    const teams = Array.from({ length: 4 }, () => randomUUID());
    const ids = Array.from({ length: 40 }, () => randomUUID());
    const big = (): bigint => BigInt(roll(1_000_000)) * 10n ** BigInt(roll(30));
    const side = (): AccountRef => [world, revenue, ...teams.map(own)][roll(6)]!;
    const step = (): Promise<unknown> => {
      const id = ids[roll(ids.length)]!;
      const posting = { id, from: side(), to: side(), amount: big(), reason: "random" };
      const teamId = teams[roll(teams.length)]!;
      const kinds = [
        () => transact((trx) => ledger.post(trx, { ...posting, from: world, to: own(teamId) })),
        () => transact((trx) => ledger.post(trx, posting)),
        () => transact((trx) => ledger.hold(trx, { ...posting, from: own(teamId), to: revenue })),
        () => transact((trx) => ledger.capture(trx, id, posting.amount)),
        () => transact((trx) => ledger.release(trx, id)),
        () => transact((trx) => ledger.collect(trx, { ...posting, from: own(teamId), to: revenue })),
      ];
      return kinds[roll(kinds.length)]!();
    };
    const expectedError = /Your balance is too low|Something else|no hold|more than was held|ended otherwise|to itself/;
    for (let round = 0; round < 25; round += 1) {
      const ends = await Promise.allSettled(Array.from({ length: 8 }, step));
      for (const end of ends) if (end.status === "rejected") expect(String(end.reason)).toMatch(expectedError);
    }
    const report = await audit(database.db);
    expect(report).toMatchObject({ sums: { LAND: 0n, POINT: 0n }, wrongAccounts: [], expiredHolds: [], isSound: true });
    expect(report.totals.find(({ account }) => account === "team")!.balance).toBeGreaterThan(0n);
  });

  it("reports an account that was tampered with", async () => {
    const teamId = await teamWith(5n);
    await database.pool.query("update ledger_account set balance = 6 where team_id = $1", [teamId]);
    expect(await audit(database.db)).toMatchObject({ wrongAccounts: [`team:${teamId} LAND`], isSound: false });
    await database.pool.query("update ledger_account set balance = 5 where team_id = $1", [teamId]);
    expect((await audit(database.db)).isSound).toBe(true);
  });
});
