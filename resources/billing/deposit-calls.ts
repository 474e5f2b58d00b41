/** A team's balance, and deposit reports from browsers. */
import * as z from "zod/mini";
import { chains } from "../chains/chains.ts";
import { defineCall } from "../declare/define.ts";

const chainKeys = chains.map(({ key }) => key);
const hash = z.string().check(z.trim(), z.maxLength(128));

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

export const depositCalls = [assets, firstRecharge, reportRecharge, reportChainError];
