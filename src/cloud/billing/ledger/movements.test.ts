import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { testDatabase } from "../../../../tests/support/database/database.ts";
import { dice } from "../../../../tests/support/chains/dice.ts";
import type { Trx } from "../../engines/database/database.ts";
import { createLedger } from "./create-ledger.ts";
import type { AccountRef, SystemAccount } from "./ledger.ts";
import { balanceBefore, countMovements, monthlySums, readMovements } from "./movements.ts";

const { db } = await testDatabase();
const ledger = createLedger();
const transact = <T>(work: (trx: Trx) => Promise<T>): Promise<T> => db.transaction().execute(work);
const system = (name: SystemAccount): AccountRef => ({ system: name, unit: "LAND" });
const all = { size: 1000 };

it.each(["one", "two", "three"])(
  "after random operations, an account's lines lead from each balance to the next, and to the last: %s",
  async (seed) => {
    const roll = dice(`movements ${seed}`);
    const teamId = randomUUID();
    const own = { teamId, unit: "LAND" } as const;
    const amount = () => BigInt(roll(1_000_000)) * 10n ** BigInt(roll(30));
    const holds: string[] = [];
    const posting = () => ({ id: randomUUID(), amount: amount(), reason: "random" });
    const steps = [
      () => transact((trx) => ledger.post(trx, { ...posting(), from: system("world"), to: own })),
      () => transact((trx) => ledger.post(trx, { ...posting(), from: system("voucher"), to: own })),
      () => transact((trx) => ledger.collect(trx, { ...posting(), from: own, to: system("revenue") })),
      () => transact((trx) => ledger.collect(trx, { ...posting(), from: own, to: system("world") })),
      async () => {
        const { balance, held } = await ledger.balances(db, teamId);
        const hold = { ...posting(), amount: (balance - held) / 2n, from: own, to: system("revenue") };
        holds.push((await transact((trx) => ledger.hold(trx, hold))).id);
      },
      async () => {
        const id = holds.pop();
        if (id !== undefined) await transact((trx) => ledger.capture(trx, id, 1n).catch(() => ledger.release(trx, id)));
      },
    ];
    for (let step = 0; step < 60; step += 1) await steps[roll(steps.length)]!();

    const { balance, owed } = await ledger.balances(db, teamId);
    const newestFirst = await readMovements(db, teamId, {}, all);
    const lines = newestFirst.toReversed();
    let carried = 0n;
    let due = 0n;
    for (const line of lines) {
      carried += line.amount;
      due += line.owed + (line.other === "debt" ? line.amount : 0n);
      expect(line.balance).toBe(carried);
    }
    expect([carried, due]).toEqual([balance, owed]);
    expect(await countMovements(db, teamId, {})).toBe(lines.length);
    const sums = await monthlySums(db, teamId);
    expect(sums.reduce((sum, one) => sum + one.amount, 0n)).toBe(balance);
    const middle = lines[Math.floor(lines.length / 2)]!;
    const before = await readMovements(db, teamId, { after: middle }, { size: 1 });
    expect(before[0]?.balance ?? 0n).toBe(middle.balance - middle.amount);
    expect(await balanceBefore(db, teamId, new Date(Date.now() + 60_000))).toBe(balance);
  },
);

it("are empty for a team that never had LAND", async () => {
  const teamId = randomUUID();
  expect(await readMovements(db, teamId, {}, all)).toEqual([]);
  expect([await countMovements(db, teamId, {}), await monthlySums(db, teamId)]).toEqual([0, []]);
  expect(await balanceBefore(db, teamId, new Date())).toBe(0n);
});
