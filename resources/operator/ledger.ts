/** The ledger audit for operators: trial balance, holds, debts, and unassigned payments. */
import { defineRows } from "../declare/rows.ts";
import { choice, data, date, id } from "../declare/fields.ts";
import { shown } from "../declare/special-fields.ts";
import * as z from "zod/mini";
import { defineCall } from "../declare/define.ts";

/** LAND×1e18, or points. */
const amount = z.string().check(z.regex(/^-?\d+$/));
const unit = z.enum(["LAND", "POINT"]);

const fields = { team: shown("Team"), unit: choice("Unit", ["LAND", "POINT"]), amount: data("Amount", amount) };

/** Amounts held for running work. */
export const holds = defineRows({
  label: "Held",
  fields: { ...fields, id: id(), reason: shown("Reason"), since: date("Since"), until: date("Expires") },
  key: "id",
  columns: {
    team: {},
    reason: { width: "200px", wideOnly: true },
    since: { wideOnly: true },
    until: { wideOnly: true },
    amount: { width: "260px", align: "end" },
  },
  sort: ["team", "since", "until"],
});

export const debts = defineRows({
  label: "Teams in debt",
  fields: { teamId: id(), team: fields.team, amount: data("Debt", amount) },
  key: "teamId",
  columns: { team: {}, amount: { width: "300px", align: "end" } },
  sort: ["team", "amount"],
});

const report = z.object({
  checkedAt: z.int(),
  /** Whether all checks pass. */
  isSound: z.boolean(),
  transfers: z.int(),
  /** Over all accounts; must be 0. */
  sums: z.object({ LAND: amount, POINT: amount }),
  /** By account kind; "team" and "debt" are totals over all teams. */
  totals: z.array(z.object({ account: z.string(), unit, accounts: z.int(), balance: amount, held: amount })),
  /** Accounts whose balance is not the sum of their transfers, or is below its limit; must be empty. */
  wrongAccounts: z.array(z.string()),
  /** Open holds past their expiry; only briefly above 0. */
  expiredHolds: z.int(),
  /** Open holds, oldest first, up to the display limit. */
  holds: z.object({
    total: z.int(),
    items: z.array(holds.schema),
  }),
  /** Teams in debt, largest first, up to the display limit. */
  owing: z.object({
    total: z.int(),
    items: z.array(debts.schema),
  }),
  /** Payments for unknown accounts. */
  suspense: z.object({ deposits: z.int(), purchases: z.int() }),
});
export type LedgerReport = z.output<typeof report>;

export const ledgerReport = defineCall("GET $bill-consume/operator/ledger", {
  summary: "Recomputes the ledger from all transfers: trial balance, open holds, debts and suspense.",
  can: "operator",
  perMinute: 30,
  reply: report,
});
