/** Balance records: bills, statements and charts, read from the ledger. Read-only. */
import type { Db } from "../../engines/database/database.ts";
import type { Allowance } from "../ledger/allowance.ts";
import { type MovementQuery, countMovements, readMovements } from "../ledger/movements.ts";
import type { Usage } from "../ledger/usage/usage.ts";
import type { PageQuery } from "../../kernel/calls/list-query.ts";
import { appUse, landUsed, usageBy } from "./analytics.ts";
import { billsOf } from "./months.ts";
import { statementOf } from "./statement.ts";
import { presentMovement } from "./transactions.ts";
import { billedResources, transactionExportMax } from "../../../../resources/billing/records.ts";
import type { MonthlyBill, Transaction } from "../../../../resources/billing/record-calls.ts";
import { byteOrderMark, csvLine } from "../../lib/csv.ts";
import { plainDecimal } from "../../../../resources/money.ts";

interface Deps {
  readonly usage: Pick<Usage, "withWaiting">;
  readonly allowance: Pick<Allowance, "turnMonths">;
}

/** Unix seconds, both ends inclusive. */
export interface Span {
  readonly since?: number | undefined;
  readonly until?: number | undefined;
}

export type BillAnalytics = ReturnType<typeof createBillAnalytics>;

export const createBillAnalytics = ({ usage, allowance }: Deps) => {
  /** Unsettled usage is paid by the packages of its hour, including those of a month that just started. */
  const withMonths = async (db: Db, teamId: string): Promise<void> => allowance.turnMonths(db, new Date(), teamId);
  return {
    months: async (db: Db, teamId: string, { page, size }: PageQuery) => {
      const bills = await billsOf(db, teamId);
      return { items: bills.slice((page - 1) * size, page * size), total: bills.length };
    },
    transactions: async (db: Db, teamId: string, { page, size, ...span }: PageQuery & Span) => {
      const query = queryOf(span);
      const [movements, total] = await Promise.all([
        readMovements(db, teamId, query, { size, offset: (page - 1) * size }),
        countMovements(db, teamId, query),
      ]);
      return { items: movements.map(presentMovement), total };
    },
    statement: statementOf,
    appUse: async (db: Db, teamId: string, resource: Parameters<typeof appUse>[3]) => {
      await withMonths(db, teamId);
      return appUse(db, usage, teamId, resource);
    },
    landUsed: async (db: Db, teamId: string, query: Parameters<typeof landUsed>[3]) => {
      await withMonths(db, teamId);
      return landUsed(db, usage, teamId, query);
    },
    usage: async (db: Db, teamId: string, query: Parameters<typeof usageBy>[3]) => {
      await withMonths(db, teamId);
      return usageBy(db, usage, teamId, query);
    },
    monthLines,
    transactionLines: (db: Db, teamId: string, span: Span) => transactionLines(db, teamId, queryOf(span)),
    statementLines,
  };
};

const queryOf = ({ since, until }: Span): MovementQuery => ({
  since: since === undefined ? undefined : new Date(since * 1000),
  until: until === undefined ? undefined : new Date((until + 1) * 1000),
  account: "both",
});

// Records as CSV files, with all 18 decimals.

const batch = 1000;

async function* monthLines(db: Db, teamId: string): AsyncGenerator<string> {
  const head = [
    "Month (UTC)",
    "Opening balance",
    "Deposits",
    "Reversed",
    "Bonuses and vouchers",
    "Corrections",
    "Merged",
  ];
  yield byteOrderMark + csvLine([...head, ...billedResources, "OTHER", "Repaid", "Closing balance"]);
  for (const bill of await billsOf(db, teamId)) yield csvLine(monthCells(bill));
}

async function* transactionLines(db: Db, teamId: string, query: Omit<MovementQuery, "after">): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(transactionHead);
  let after: MovementQuery["after"];
  for (let left = transactionExportMax; left > 0; left -= batch) {
    const rows = await readMovements(db, teamId, { ...query, after }, { size: Math.min(batch, left) });
    yield rows.map((row) => csvLine(transactionCells(presentMovement(row)))).join("");
    if (rows.length < batch) return;
    after = rows.at(-1);
  }
}

async function* statementLines(db: Db, teamId: string, month: string): AsyncGenerator<string> {
  const { bill, items, merged } = await statementOf(db, teamId, month);
  yield byteOrderMark + csvLine(transactionHead);
  yield csvLine(balanceCells("Opening balance", bill.opening));
  yield* linesOf(items);
  yield csvLine(balanceCells("Closing balance", bill.closing));
  if (!merged) return;
  yield csvLine(balanceCells("Merged account: opening balance", merged.opening));
  yield* linesOf(merged.items);
  yield csvLine(balanceCells("Merged account: closing balance", merged.closing));
}

function* linesOf(items: readonly Transaction[]): Generator<string> {
  for (let from = 0; from < items.length; from += batch)
    yield items
      .slice(from, from + batch)
      .map((item) => csvLine(transactionCells(item)))
      .join("");
}

const monthCells = (bill: MonthlyBill): string[] => {
  const { month, opening, deposits, takenBack, given, corrected, merged, spent, repaid, closing } = bill;
  const costs = [...billedResources, null].map(
    (resource) => spent.find(({ resourceType }) => resourceType === resource)?.land ?? "0",
  );
  return [
    month,
    ...[opening, deposits, takenBack, given, corrected, merged, ...costs, repaid, closing].map(plainDecimal),
  ];
};

const transactionHead = [
  "Time",
  "Type",
  "Resource",
  "Hour",
  "Reason",
  "Network",
  "Transaction",
  "Amount (LAND)",
  "Balance (LAND)",
  "Owed (LAND)",
  "ID",
  "Account",
];

const transactionCells = (item: Transaction): string[] => [
  isoOf(item.createdAt),
  item.type,
  item.resourceType ?? "",
  item.hour === undefined ? "" : isoOf(item.hour),
  item.reason,
  item.network ?? "",
  item.txHash ?? "",
  plainDecimal(item.amount),
  plainDecimal(item.balance),
  plainDecimal(item.owed),
  item.id,
  item.merged ? "Merged" : "",
];

const balanceCells = (what: string, balance: string): string[] => {
  const cells = transactionHead.map(() => "");
  cells[1] = what;
  cells[transactionHead.indexOf("Balance (LAND)")] = plainDecimal(balance);
  return cells;
};

const isoOf = (seconds: number): string => new Date(seconds * 1000).toISOString();
