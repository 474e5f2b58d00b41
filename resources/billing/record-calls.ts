/** What moved a team's balance: by month, one by one, and as files. Amounts are decimal strings ×1e18; months are UTC. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";
import { pageSizeMax } from "../limits.ts";
import { monthAsked, spanAsked } from "./moments.ts";
import { billedResources, recordsPageSize, transactionTypes } from "./records.ts";

const amount = z.string().check(z.regex(/^\d+$/));
const signed = z.string().check(z.regex(/^-?\d+$/));
const page = {
  page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000)), 1),
  size: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(pageSizeMax)), recordsPageSize),
};
const can = ["list", "deposits"] as const;
const csv = (name: string) => ({ type: "text/csv; charset=utf-8", name });

const monthlyBill = z.object({
  /** "2026-11". */
  month: z.string(),
  opening: amount,
  deposits: amount,
  /** What chains took back of deposits. */
  takenBack: amount,
  given: signed,
  corrected: signed,
  /** By resource; null for what was no use of one of these. */
  spent: z.array(z.object({ resourceType: z.nullable(z.enum(billedResources)), land: signed })),
  /** Of what was owed. */
  repaid: amount,
  /** opening + deposits − takenBack + given + corrected − all that was spent − repaid. */
  closing: amount,
});
export type MonthlyBill = z.output<typeof monthlyBill>;

const transaction = z.object({
  id: z.string(),
  createdAt: z.int(),
  type: z.enum(transactionTypes),
  /** Of use: of what, and in which hour. */
  resourceType: z.optional(z.enum(billedResources)),
  hour: z.optional(z.int()),
  /** Of a payment: where it came from, as people call it, and its transaction there. */
  network: z.optional(z.string()),
  txHash: z.optional(z.string()),
  /** What whoever gave or took it said of it. */
  reason: z.string(),
  /** Below zero for what went. */
  amount: signed,
  /** After it. */
  balance: amount,
  /** What the balance was too small for, and is owed. */
  owed: amount,
});
export type Transaction = z.output<typeof transaction>;

export const billMonths = defineCall("GET $bill-analytics/bill/months", {
  summary:
    "Monthly bills, the newest first: what the balance was, what came, what each resource cost, and what was left.",
  can,
  query: z.object(page),
  reply: z.object({ items: z.array(monthlyBill), total: z.int() }),
});

export const billTransactions = defineCall("GET $bill-analytics/bill/transactions", {
  summary:
    "Every movement of the team's balance, the newest first; what was used is booked once for each resource and hour.",
  can,
  query: z.object({ ...page, ...spanAsked }),
  reply: z.object({ items: z.array(transaction), total: z.int() }),
});

export const billStatement = defineCall("GET $bill-analytics/bill/statement", {
  summary:
    "All movements of a month, the oldest first. Its opening balance and its lines add up to its closing balance.",
  can,
  query: z.object({ month: monthAsked }),
  reply: z.object({ bill: monthlyBill, items: z.array(transaction) }),
});

export const exportMonths = defineCall("GET $bill-analytics/bill/months/export", {
  summary: "The monthly bills as a CSV file, the newest first.",
  can,
  file: csv("monthly-bills.csv"),
  reply: z.string(),
});

export const exportTransactions = defineCall("GET $bill-analytics/bill/transactions/export", {
  summary: "The movements of the team's balance as a CSV file, the newest first, 50,000 at most.",
  can,
  query: z.object(spanAsked),
  file: csv("transactions.csv"),
  reply: z.string(),
});

export const exportStatement = defineCall("GET $bill-analytics/bill/statement/export", {
  summary: "A month's statement as a CSV file: opening balance, every movement, closing balance.",
  can,
  query: z.object({ month: monthAsked }),
  file: csv("statement.csv"),
  reply: z.string(),
});

export const exportDeposits = defineCall("GET $bill-consume/assets/record/export", {
  summary: "What the team has paid in as a CSV file, the newest first, 50,000 at most.",
  can,
  query: z.object(spanAsked),
  file: csv("deposits.csv"),
  reply: z.string(),
});

export const recordCalls = [
  billMonths,
  billTransactions,
  billStatement,
  exportMonths,
  exportTransactions,
  exportStatement,
  exportDeposits,
];
