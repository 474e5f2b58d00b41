/** The ledger as an operator audits it: the trial balance, what is set aside, who owes, what waits to be assigned. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";

/** LAND×1e18, or points. */
const amount = z.string().check(z.regex(/^-?\d+$/));
const unit = z.enum(["LAND", "POINT"]);

const report = z.object({
  checkedAt: z.int(),
  /** Everything is as it must be. */
  isSound: z.boolean(),
  transfers: z.int(),
  /** Over all accounts: 0. */
  sums: z.object({ LAND: amount, POINT: amount }),
  /** By kind of account; "team" and "debt" stand for those of all teams. */
  totals: z.array(z.object({ account: z.string(), unit, accounts: z.int(), balance: amount, held: amount })),
  /** Accounts that are not the sum of their transfers, or below their limit: none. */
  wrongAccounts: z.array(z.string()),
  /** Open holds that should have ended: none, but for a moment. */
  expiredHolds: z.int(),
  /** What is set aside; the oldest first, as many as are shown. */
  holds: z.object({
    total: z.int(),
    items: z.array(
      z.object({ id: z.string(), team: z.string(), reason: z.string(), unit, amount, since: z.int(), until: z.int() }),
    ),
  }),
  /** Teams that owe LAND; the largest debts first, as many as are shown. */
  owing: z.object({
    total: z.int(),
    items: z.array(z.object({ teamId: z.string(), team: z.string(), amount })),
  }),
  /** Payments for accounts that nobody has. */
  suspense: z.object({ deposits: z.int(), purchases: z.int() }),
});
export type LedgerReport = z.output<typeof report>;

export const ledgerReport = defineCall("GET $bill-consume/operator/ledger", {
  summary: "Recomputes the ledger from all transfers: trial balance, open holds, debts and suspense.",
  can: "operator",
  perMinute: 30,
  reply: report,
});
