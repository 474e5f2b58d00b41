/** One month's movements with opening and closing balance. */
import type { MonthlyBill, Transaction } from "../../../../resources/billing/record-calls.ts";
import type { Db, Trx } from "../../engines/database/database.ts";
import { balanceBefore, readMovements } from "../ledger/movements.ts";
import { nextMonthOf } from "../ledger/charges/moments.ts";
import { billsOf, emptyBill } from "./months.ts";
import { presentMovement } from "./transactions.ts";

export interface Statement {
  readonly bill: MonthlyBill;
  /** Oldest first. */
  readonly items: Transaction[];
  /** The month of a merged account, if it had a balance or movements. Not part of the bill. */
  readonly merged?: { readonly opening: string; readonly closing: string; readonly items: Transaction[] };
}

/** Upper bound of a month's lines; none is omitted, because the sum must match. */
const linesMax = 1_000_000;

/** Reads at one moment, so that lines and balances agree. The month is like "2026-11". */
export const statementOf = (db: Db, teamId: string, month: string): Promise<Statement> =>
  db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (trx) => {
      const since = new Date(`${month}-01T00:00:00Z`);
      const until = nextMonthOf(since);
      const bills = await billsOf(trx, teamId, since);
      const bill = bills.find((one) => one.month === month);
      const movements = await readMovements(trx, teamId, { since, until }, { size: linesMax });
      const merged = await mergedOf(trx, teamId, { since, until });
      return {
        ...(merged && { merged }),
        bill: bill ?? emptyBill(month, await balanceBefore(trx, teamId, since)),
        items: movements.toReversed().map(presentMovement),
      };
    });

const mergedOf = async (
  trx: Trx,
  teamId: string,
  { since, until }: { readonly since: Date; readonly until: Date },
): Promise<Statement["merged"]> => {
  const opening = await balanceBefore(trx, teamId, since, "merged");
  const movements = await readMovements(trx, teamId, { since, until, account: "merged" }, { size: linesMax });
  if (opening === 0n && movements.length === 0) return undefined;
  const closing = movements[0]?.balance ?? opening;
  return {
    opening: opening.toString(),
    closing: closing.toString(),
    items: movements.toReversed().map(presentMovement),
  };
};
