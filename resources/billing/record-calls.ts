/**
 * Records of a team's balance: monthly bills, transactions, and exports. Amounts are decimal strings ×1e18; months are
 * UTC.
 */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";
import { pageSizeMax } from "../limits.ts";
import { monthParam, spanParams } from "./moments.ts";
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
  /** Deposits reverted by chains. */
  takenBack: amount,
  given: signed,
  corrected: signed,
  /** From an account merged into this one. */
  merged: amount,
  /** By resource; null if not usage of a resource. */
  spent: z.array(z.object({ resourceType: z.nullable(z.enum(billedResources)), land: signed })),
  /** Repaid debt. */
  repaid: amount,
  /** opening + deposits − takenBack + given + corrected + merged − all usage − repaid. */
  closing: amount,
});
export type MonthlyBill = z.output<typeof monthlyBill>;

const transaction = z.object({
  id: z.string(),
  createdAt: z.int(),
  type: z.enum(transactionTypes),
  /** For usage: the resource and the hour. */
  resourceType: z.optional(z.enum(billedResources)),
  hour: z.optional(z.int()),
  /** For payments: the display name of the source, and its transaction. */
  network: z.optional(z.string()),
  txHash: z.optional(z.string()),
  /** Note of the operator or voucher. */
  reason: z.string(),
  /** Negative for debits. */
  amount: signed,
  /** Balance after the movement. */
  balance: amount,
  /** Unpaid remainder, owed by the team. */
  owed: amount,
  /** From an account merged into this one: `balance` is that account's. */
  merged: z.optional(z.literal(true)),
});
export type Transaction = z.output<typeof transaction>;

export const billMonths = defineCall("GET $bill-analytics/bill/months", {
  summary:
    "Lists monthly bills, newest first: opening balance, credits, the cost of each resource, and closing balance.",
  can,
  query: z.object(page),
  reply: z.object({ items: z.array(monthlyBill), total: z.int() }),
});

export const billTransactions = defineCall("GET $bill-analytics/bill/transactions", {
  summary:
    "Lists every movement of the team's balance, including merged accounts, newest first. Usage is booked once for each resource and hour.",
  can,
  query: z.object({ ...page, ...spanParams }),
  reply: z.object({ items: z.array(transaction), total: z.int() }),
});

export const billStatement = defineCall("GET $bill-analytics/bill/statement", {
  summary:
    "Returns all movements of a month, oldest first. The opening balance and the movements add up to the closing balance.",
  can,
  query: z.object({ month: monthParam }),
  reply: z.object({
    bill: monthlyBill,
    items: z.array(transaction),
    /** The month of an account merged into this one, if it had a balance or movements. Not part of the bill. */
    merged: z.optional(z.object({ opening: amount, closing: amount, items: z.array(transaction) })),
  }),
});

export const exportMonths = defineCall("GET $bill-analytics/bill/months/export", {
  summary: "Exports the monthly bills as a CSV file, newest first.",
  can,
  file: csv("monthly-bills.csv"),
  reply: z.string(),
});

export const exportTransactions = defineCall("GET $bill-analytics/bill/transactions/export", {
  summary: "Exports the movements of the team's balance as a CSV file, newest first, at most 50,000.",
  can,
  query: z.object(spanParams),
  file: csv("transactions.csv"),
  reply: z.string(),
});

export const exportStatement = defineCall("GET $bill-analytics/bill/statement/export", {
  summary: "Exports a month's statement as a CSV file: opening balance, every movement, closing balance.",
  can,
  query: z.object({ month: monthParam }),
  file: csv("statement.csv"),
  reply: z.string(),
});

export const exportDeposits = defineCall("GET $bill-consume/assets/record/export", {
  summary: "Exports the team's deposits as a CSV file, newest first, at most 50,000.",
  can,
  query: z.object(spanParams),
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
