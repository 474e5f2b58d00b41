/** Monthly bills: opening balance, credits, debits and closing balance. Months are UTC. */
import type { MonthlyBill } from "../../../../resources/billing/record-calls.ts";
import type { Db } from "../../engines/database/database.ts";
import { mergedSince, monthlySums, type MonthlySum } from "../ledger/movements.ts";
import { isBilled, typeOf } from "./transactions.ts";

/** One bill for each month since the first movement, including merged accounts, newest first. */
export const billsOf = async (db: Db, teamId: string, now = new Date()): Promise<MonthlyBill[]> => {
  const [sums, merged] = await Promise.all([monthlySums(db, teamId), mergedSince(db, teamId)]);
  const [first] = [sums[0]?.month, merged && monthName(merged)].filter((month) => month !== undefined).toSorted();
  const byMonth = Map.groupBy(sums, ({ month }) => month);
  const bills: MonthlyBill[] = [];
  let balance = 0n;
  for (const month of monthsFrom(first, monthName(now))) {
    const bill = billOf(month, balance, byMonth.get(month) ?? []);
    balance = BigInt(bill.closing);
    bills.push(bill);
  }
  return bills.toReversed();
};

/** The bill of a month without movements. */
export const emptyBill = (month: string, balance: bigint): MonthlyBill => billOf(month, balance, []);

const billOf = (month: string, opening: bigint, sums: readonly MonthlySum[]): MonthlyBill => {
  const total = (some: readonly MonthlySum[]): bigint => some.reduce((sum, { amount }) => sum + amount, 0n);
  const of = (type: ReturnType<typeof typeOf>): MonthlySum[] => sums.filter((one) => typeOf(one) === type);
  const spent = Map.groupBy(of("USAGE"), ({ resource }) => (isBilled(resource) ? resource : null));
  return {
    month,
    opening: opening.toString(),
    deposits: total(of("DEPOSIT")).toString(),
    takenBack: (-total(of("TAKEN_BACK"))).toString(),
    given: total(of("GIVEN")).toString(),
    corrected: total(of("CORRECTION")).toString(),
    merged: total(of("MERGED")).toString(),
    spent: [...spent].map(([resourceType, some]) => ({ resourceType, land: (-total(some)).toString() })),
    repaid: (-total(of("REPAID"))).toString(),
    closing: (opening + total(sums)).toString(),
  };
};

const monthName = (moment: Date): string => moment.toISOString().slice(0, 7);

/** All kinds in order, including those without movements. */
const monthsFrom = (first: string | undefined, last: string): string[] => {
  const months: string[] = [];
  if (first === undefined) return months;
  const moment = new Date(`${first}-01T00:00:00Z`);
  for (; monthName(moment) <= last; moment.setUTCMonth(moment.getUTCMonth() + 1)) months.push(monthName(moment));
  return months;
};
