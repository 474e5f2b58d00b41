/** Codes that bring a team LAND or resources: what one gives, and taking it. */
import * as z from "zod/mini";
import { defineCall } from "../define.ts";
import { voucherCodeMax, voucherGifts } from "./voucher-words.ts";

const gift = z.object({
  gives: z.enum(voucherGifts),
  /** LAND×1e18, bytes, seconds or units. */
  amount: z.string().check(z.regex(/^\d+$/)),
  /** How long a resource can be used once it is redeemed; null: for good. */
  days: z.nullable(z.int()),
  /** Last moment at which it can be redeemed, in Unix seconds; null: none. */
  expiresAt: z.nullable(z.int()),
});
export type Gift = z.output<typeof gift>;

export const verifyVoucher = defineCall("GET $resource/rewardhub/voucher/verify/{code}", {
  summary: "What a voucher would give the team, and until when. 404 for a code that brings nothing (any more).",
  can: ["create", "deposits"],
  perMinute: 30,
  reply: gift,
});

export const redeemVoucher = defineCall("POST $resource/rewardhub/voucher/redeem", {
  summary: "Takes what a voucher gives, once for each team.",
  can: ["create", "deposits"],
  log: "BILL_REDEEM_VOUCHER",
  perMinute: 30,
  body: z.object({ code: z.string().check(z.trim(), z.minLength(1, "Type the code."), z.maxLength(voucherCodeMax)) }),
  reply: gift,
});

export const voucherCalls = [verifyVoucher, redeemVoucher];
