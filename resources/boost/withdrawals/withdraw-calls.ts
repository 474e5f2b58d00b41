/** Withdraws USDT in toncoin, and creates Star invoices. */
import * as z from "zod/mini";
import { defineCall } from "../../declare/define.ts";
import { code, form, text } from "../../declare/fields.ts";
import { usd } from "../shapes.ts";

/** US dollars. */
export const usdPattern = /^\d{1,9}(\.\d{1,6})?$/;

export const withdraw = defineCall("POST $boost/node/withdraw", {
  summary:
    "Withdraws USDT as toncoin (at least 0.02 TON) at the current rate to a TON address. Suspicious requests are reviewed first.",
  can: "node",
  log: false,
  fresh: "Withdraw {amount} US dollars from Freehold Boost in toncoin to the TON address {address}.",
  body: form({
    address: code("TON address", {
      min: 1,
      max: 100,
      hint: "Use your own wallet. Exchange deposits need a memo, which these payments don't include.",
    }),
    amount: text("Amount in US dollars", {
      min: 1,
      required: "Amount: enter an amount in US dollars.",
      pattern: { expression: usdPattern, message: "Amount: enter a number with up to six decimals." },
    }),
  }),
  reply: z.object({ id: z.string(), status: z.enum(["PENDING", "REVIEW"]), reason: z.nullable(z.string()) }),
});

export const adTonLimit = defineCall("GET $boost/node/ad/ton/limit", {
  summary: "Returns the minimum withdrawal in TON and its current value in USDT.",
  can: "node",
  reply: z.object({
    ton: z.string(),
    usd,
    /** US dollars for one TON = price × 10^expo. */
    price: z.string(),
    expo: z.int(),
    network: z.enum(["-239", "-3"]),
    /** A notice to show before a withdrawal; usually null. */
    notice: z.nullable(z.string()),
  }),
});
export type TonLimit = z.output<typeof adTonLimit.reply>;

export const boostInvoice = defineCall("POST $boost/node/tg/payment/invoice", {
  summary: "Creates an invoice in Stars, 20% off, for LAND worth the given US dollars. Returns the invoice link.",
  can: "node",
  log: false,
  body: z.object({ targetValue: z.number().check(z.gte(1), z.lte(160), z.multipleOf(0.01)) }),
  reply: z.string(),
});

export const withdrawCalls = [withdraw, adTonLimit, boostInvoice];
