/** The ledger audit for operators: trial balance, holds, debts, and unassigned payments. */
import * as z from "zod/mini";
import { defineCall } from "../declare/define.ts";

/** LAND×1e18, or points. */
const amount = z.string().check(z.regex(/^-?\d+$/));
const unit = z.enum(["LAND", "POINT"]);

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
    items: z.array(
      z.object({ id: z.string(), team: z.string(), reason: z.string(), unit, amount, since: z.int(), until: z.int() }),
    ),
  }),
  /** Teams in debt, largest first, up to the display limit. */
  owing: z.object({
    total: z.int(),
    items: z.array(z.object({ teamId: z.string(), team: z.string(), amount })),
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
