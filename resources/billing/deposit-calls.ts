/** A team's deposits and balance, and deposit reports from browsers. */
import * as z from "zod/mini";
import { chains } from "../chains.ts";
import { defineCall } from "../define.ts";
import { pageSizeDefault, pageSizeMax } from "../limits.ts";
import { depositStatuses } from "./deposits.ts";
import { spanParams } from "./moments.ts";

const chainKeys = chains.map(({ key }) => key);
const hash = z.string().check(z.trim(), z.maxLength(128));

/** ×1e18. */
const amount = z.string().check(z.regex(/^\d+$/));

const depositRecord = z.object({
  id: z.string(),
  /** Display name: "Polygon". */
  network: z.string(),
  /** US dollars. */
  amount,
  /** Amount paid, in `amountType`: a coin's symbol, or "USD" for the stablecoin. */
  originalValue: amount,
  amountType: z.string(),
  landAmount: amount,
  txHash: z.string(),
  createdAt: z.int(),
  status: z.enum(depositStatuses),
  /** If pending: confirmations so far, and the number required. */
  confirmations: z.nullable(z.object({ seen: z.int(), needed: z.int() })),
});
export type DepositRecord = z.output<typeof depositRecord>;

export const depositRecords = defineCall("GET $bill-consume/assets/record/list", {
  summary: "Lists the team's deposits, newest first: pending from the first block on, credited, and reversed.",
  can: ["list", "deposits"],
  query: z.object({
    page: z._default(z.coerce.number().check(z.int(), z.gte(1)), 1),
    size: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(pageSizeMax)), pageSizeDefault),
    /** Only this transaction. */
    hash: z.optional(hash),
    ...spanParams,
  }),
  reply: z.object({ items: z.array(depositRecord), total: z.int() }),
});

export const assets = defineCall("GET $bill-consume/assets", {
  summary: "Returns the team's balance in LAND ×1e18, without holds for running work.",
  can: ["list", "deposits"],
  reply: z.object({ land: z.string() }),
});

export const firstRecharge = defineCall("GET $bill-consume/common/first/recharge", {
  summary: "Returns whether the team has made its first deposit, and when the offer started (Unix seconds).",
  can: "person",
  reply: z.object({ firstRecharge: z.boolean(), timestamp: z.int() }),
});

export const reportRecharge = defineCall("POST $bill-consume/activity/recharge/report", {
  summary: "Reports a submitted deposit. A hint to check the chain, not a proof.",
  can: "person",
  log: false,
  perMinute: 60,
  body: z.object({
    /** Key or display name of the chain. */
    source: z.string().check(z.trim(), z.maxLength(40)),
    hash,
    /** The paying wallet. */
    address: z.string().check(z.trim(), z.maxLength(64)),
  }),
  reply: z.null(),
});

export const reportChainError = defineCall("POST $bill-consume/analytics/chain-errors", {
  summary: "Reports a chain or wallet error to the operator.",
  can: "anyone",
  log: false,
  perMinute: 30,
  body: z.object({
    /** The error as shown to the user. */
    kind: z.string().check(z.trim(), z.maxLength(40)),
    /** The original message of the wallet, node or contract. */
    message: z.string().check(z.trim(), z.maxLength(2000)),
    /** The action that failed: claim, activate, purchase… */
    action: z.optional(z.string().check(z.trim(), z.maxLength(40))),
    code: z.optional(z.string().check(z.trim(), z.maxLength(60))),
    chain: z.optional(z.enum(chainKeys)),
    wallet: z.optional(z.string().check(z.trim(), z.maxLength(40))),
  }),
  reply: z.null(),
});

export const depositCalls = [depositRecords, assets, firstRecharge, reportRecharge, reportChainError];
