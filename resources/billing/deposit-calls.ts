/** A team's balance and what was paid in; what browsers report of it. */
import * as z from "zod/mini";
import { chains } from "../chains.ts";
import { defineCall } from "../define.ts";
import { pageSizeDefault, pageSizeMax } from "../limits.ts";
import { depositStatuses } from "./deposits.ts";
import { spanAsked } from "./moments.ts";

const chainKeys = chains.map(({ key }) => key);
const hash = z.string().check(z.trim(), z.maxLength(128));

/** ×1e18. */
const amount = z.string().check(z.regex(/^\d+$/));

const depositRecord = z.object({
  id: z.string(),
  /** As people call it: "Polygon". */
  network: z.string(),
  /** US dollars. */
  amount,
  /** What was paid, in `amountType`: a coin's symbol, "USD" for the stablecoin. */
  originalValue: amount,
  amountType: z.string(),
  landAmount: amount,
  txHash: z.string(),
  createdAt: z.int(),
  status: z.enum(depositStatuses),
  /** Of a pending one: blocks that have confirmed it, and how many it takes. */
  confirmations: z.nullable(z.object({ seen: z.int(), needed: z.int() })),
});
export type DepositRecord = z.output<typeof depositRecord>;

export const depositRecords = defineCall("GET $bill-consume/assets/record/list", {
  summary: "What the team has paid in, the newest first: pending from the first block on, credited, and taken back.",
  can: ["list", "deposits"],
  query: z.object({
    page: z._default(z.coerce.number().check(z.int(), z.gte(1)), 1),
    size: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(pageSizeMax)), pageSizeDefault),
    /** Only of one transaction. */
    hash: z.optional(hash),
    ...spanAsked,
  }),
  reply: z.object({ items: z.array(depositRecord), total: z.int() }),
});

export const assets = defineCall("GET $bill-consume/assets", {
  summary: "The team's balance in LAND ×1e18, less what is set aside for work that goes on.",
  can: ["list", "deposits"],
  reply: z.object({ land: z.string() }),
});

export const firstRecharge = defineCall("GET $bill-consume/common/first/recharge", {
  summary: "Whether the team has made its first deposit, and since when (Unix seconds) that is offered.",
  can: "person",
  reply: z.object({ firstRecharge: z.boolean(), timestamp: z.int() }),
});

export const reportRecharge = defineCall("POST $bill-consume/activity/recharge/report", {
  summary: "Says that a deposit was sent. A hint to look at the chain, and no proof of anything.",
  can: "person",
  log: false,
  perMinute: 60,
  body: z.object({
    /** Key of the chain, or the name of the screen. */
    source: z.string().check(z.trim(), z.maxLength(40)),
    hash,
    /** That has paid. */
    address: z.string().check(z.trim(), z.maxLength(64)),
  }),
  reply: z.null(),
});

export const reportChainError = defineCall("POST $bill-consume/analytics/chain-errors", {
  summary: "Keeps an error of a chain or a wallet that somebody met, for those who run the cloud.",
  can: "anyone",
  log: false,
  perMinute: 30,
  body: z.object({
    /** What the person was shown it as. */
    kind: z.string().check(z.trim(), z.maxLength(40)),
    /** What the wallet, the node or the contract said. */
    message: z.string().check(z.trim(), z.maxLength(2000)),
    /** What was being done: claim, activate, purchase … */
    action: z.optional(z.string().check(z.trim(), z.maxLength(40))),
    code: z.optional(z.string().check(z.trim(), z.maxLength(60))),
    chain: z.optional(z.enum(chainKeys)),
    wallet: z.optional(z.string().check(z.trim(), z.maxLength(40))),
  }),
  reply: z.null(),
});

export const depositCalls = [depositRecords, assets, firstRecharge, reportRecharge, reportChainError];
