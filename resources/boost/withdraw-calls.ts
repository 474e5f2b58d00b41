/** Getting USDT out in toncoin, and paying in by Stars. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";
import { usd } from "./shapes.ts";

export const withdraw = defineCall("POST $boost/node/withdraw", {
  summary:
    "Pays USDT out in toncoin (0.02 TON at least) at the price feed to a TON address; a suspicious one is looked at first.",
  can: "node",
  log: false,
  body: z.object({
    address: z.string().check(z.trim(), z.maxLength(100, "Address: this is too long.")),
    /** US dollars. */
    amount: z.string().check(z.trim(), z.regex(/^\d{1,9}(\.\d{1,6})?$/, "Amount: a number with up to six decimals.")),
  }),
  reply: z.object({ id: z.string(), status: z.enum(["PENDING", "REVIEW"]), reason: z.nullable(z.string()) }),
});

export const adTonLimit = defineCall("GET $boost/node/ad/ton/limit", {
  summary: "The least that can be paid out in TON, and what it is in USDT now.",
  can: "node",
  reply: z.object({
    ton: z.string(),
    usd,
    /** US dollars for one TON = price × 10^expo. */
    price: z.string(),
    expo: z.int(),
    network: z.enum(["-239", "-3"]),
    /** What people should know before they ask for a payment; null in the ordinary case. */
    notice: z.nullable(z.string()),
  }),
});
export type TonLimit = z.output<typeof adTonLimit.reply>;

export const boostInvoice = defineCall("POST $boost/node/tg/payment/invoice", {
  summary:
    "Makes an invoice in Stars, 20% off, for LAND of the given worth (US dollars), which buys cards; the reply is its link.",
  can: "node",
  log: false,
  body: z.object({ targetValue: z.number().check(z.gte(1), z.lte(160), z.multipleOf(0.01)) }),
  reply: z.string(),
});

export const withdrawCalls = [withdraw, adTonLimit, boostInvoice];
