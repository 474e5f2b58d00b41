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
    address: z.string().check(z.trim(), z.minLength(1, "Address: enter something."), z.maxLength(100)),
    /** US dollars. */
    amount: z.string().check(z.regex(/^\d{1,9}(\.\d{1,6})?$/, "Amount: a number with up to six decimals.")),
  }),
  reply: z.object({ id: z.string(), status: z.enum(["PENDING", "REVIEW"]), reason: z.nullable(z.string()) }),
});

export const adTonLimit = defineCall("GET $boost/node/ad/ton/limit", {
  summary: "The least that can be paid out in TON, and what it is in USDT now.",
  can: "node",
  reply: z.object({ ton: z.string(), usd }),
});

export const boostInvoice = defineCall("POST $boost/node/tg/payment/invoice", {
  summary: "Makes an invoice in Stars for points cards of the given worth (US dollars); the reply is its link.",
  can: "node",
  log: false,
  body: z.object({ targetValue: z.number().check(z.gte(0.1), z.lte(1000)) }),
  reply: z.string(),
});

export const withdrawCalls = [withdraw, adTonLimit, boostInvoice];
