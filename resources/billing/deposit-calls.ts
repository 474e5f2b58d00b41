/** Calls around deposits that are not their list. */
import * as z from "zod/mini";
import { chains } from "../chains.ts";
import { defineCall } from "../define.ts";

const chainKeys = chains.map(({ key }) => key);
const hash = z.string().check(z.trim(), z.maxLength(128));

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

export const depositCalls = [assets, firstRecharge, reportRecharge, reportChainError];
