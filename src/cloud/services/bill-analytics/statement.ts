/** One month's movements with the balances at both ends. */
import type { MonthlyBill, Transaction } from "../../../../resources/billing/record-calls.ts";
import type { Db } from "../../engines/database/database.ts";
import { balanceBefore, readMovements } from "../../ledger/movements.ts";
import { nextMonthOf } from "../../ledger/moments.ts";
import { billsOf, emptyBill } from "./months.ts";
import { presentMovement } from "./transactions.ts";

export interface Statement {
  readonly bill: MonthlyBill;
  /** The oldest first. */
  readonly items: Transaction[];
}

/** More lines than hours of a month and resources make; none is left out, for the sum must be right. */
const linesMax = 1_000_000;

/** At one moment: lines and balances agree. The month is as "2026-11". */
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
      return {
        bill: bill ?? emptyBill(month, await balanceBefore(trx, teamId, since)),
        items: movements.toReversed().map(presentMovement),
      };
    });
