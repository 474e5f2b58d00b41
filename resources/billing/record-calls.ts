/**
 * Records of a team's balance: monthly bills, transactions, and exports. Amounts are decimal strings ×1e18; months are
 * UTC.
 */
import * as z from "zod/mini";
import { defineCall, defineResource, type Row } from "../declare/define.ts";
import { choice, data, date, id, land, optional, text } from "../declare/fields.ts";
import { messages } from "../declare/messages.ts";
import { deposits } from "./deposit-history.ts";
import { balanceEvent } from "./deposits.ts";
import { monthParam, spanParams } from "./moments.ts";
import { billedResources, recordsPageSize, transactionTypes } from "./records.ts";

const signedAmount = z.string().check(z.regex(/^-?\d+$/));
const signed = (label: string) => data(label, signedAmount);
const can = ["list", "deposits"] as const;
const csv = (name: string) => ({ type: "text/csv; charset=utf-8", name });

export const months = defineResource({
  name: "monthly-bills",
  title: "Monthly bills",
  noun: "monthly bill",
  group: "Billing",
  permission: deposits.name,
  routes: {},
  calls: { list: "GET $bill-analytics/bill/months" },
  key: "month",
  fields: {
    /** "2026-11". */
    month: text("Month"),
    opening: land("Opening balance"),
    deposits: land("Credits"),
    /** Deposits reverted by chains. */
    takenBack: land("Deposits reversed"),
    given: signed("Bonuses and vouchers"),
    corrected: signed("Corrections"),
    /** From an account merged into this one. */
    merged: land("Merged account"),
    /** By resource; null if not usage of a resource. */
    spent: data("Debits", z.array(z.object({ resourceType: z.nullable(z.enum(billedResources)), land: signedAmount }))),
    /** Repaid debt. */
    repaid: land("Debt repaid"),
    /** opening + deposits − takenBack + given + corrected + merged − all usage − repaid. */
    closing: land("Closing balance"),
  },
  list: {
    columns: {
      month: {},
      opening: { width: "19%" },
      deposits: { width: "22%" },
      spent: { width: "25%" },
      closing: { width: "19%", align: "end" },
    },
    size: recordsPageSize,
    live: balanceEvent,
    empty: {
      title: messages.noData,
      text: "Your first bill appears here after the first credit or debit.",
      icon: "history",
    },
  },
});
export type MonthlyBill = Row<typeof months>;

/** Movements of the balance; usage is booked once for each resource and hour. */
export const transactions = defineResource({
  name: "transactions",
  title: "Hourly transactions",
  noun: "transaction",
  group: "Billing",
  permission: deposits.name,
  routes: {},
  calls: { list: "GET $bill-analytics/bill/transactions" },
  fields: {
    id: id(),
    createdAt: date("Booked"),
    type: choice("Type", transactionTypes),
    /** For usage: the resource and the hour. */
    resourceType: optional(choice("Resource", billedResources)),
    hour: optional(date("Hour")),
    /** For payments: the display name of the source, and its transaction. */
    network: optional(text("Network")),
    txHash: optional(text("Transaction")),
    /** Note of the operator or voucher. */
    reason: { label: "Description", as: "text", schema: z.string() },
    /** Negative for debits. */
    amount: signed("Amount"),
    /** Balance after the movement. */
    balance: land("Balance"),
    /** Unpaid remainder, owed by the team. */
    owed: land("Owed"),
    /** From an account merged into this one: `balance` is that account's. */
    merged: optional(data("Merged account", z.literal(true))),
  },
  list: {
    columns: {
      reason: {},
      createdAt: { width: "24%" },
      amount: { width: "190px", align: "end" },
      balance: { width: "190px", align: "end" },
    },
    size: recordsPageSize,
    live: balanceEvent,
    empty: { title: messages.noData, text: "Deposits and hourly usage appear here.", icon: "history" },
  },
  listQuery: z.object(spanParams),
});
export type Transaction = Row<typeof transactions>;

export const billStatement = defineCall("GET $bill-analytics/bill/statement", {
  summary:
    "Returns all movements of a month, oldest first. The opening balance and the movements add up to the closing balance.",
  can,
  query: z.object({ month: monthParam }),
  reply: z.object({
    bill: months.schema,
    items: z.array(transactions.schema),
    /** The month of an account merged into this one, if it had a balance or movements. Not part of the bill. */
    merged: z.optional(z.object({ opening: z.string(), closing: z.string(), items: z.array(transactions.schema) })),
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

export const recordCalls = [billStatement, exportMonths, exportTransactions, exportStatement, exportDeposits];
