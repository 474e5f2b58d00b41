/** Vouchers: preview and redemption of codes for LAND or resources. */
import * as z from "zod/mini";
import { defineCall } from "../declare/define.ts";
import { form } from "../declare/fields.ts";
import { voucherCodeMax, voucherGifts } from "./voucher-gifts.ts";

const gift = z.object({
  gives: z.enum(voucherGifts),
  /** LAND×1e18, bytes, seconds or units. */
  amount: z.string().check(z.regex(/^\d+$/)),
  /** How long a resource is valid after redemption; null: no expiry. */
  days: z.nullable(z.int()),
  /** When the voucher expires, in Unix seconds; null: never. */
  expiresAt: z.nullable(z.int()),
});
export type Gift = z.output<typeof gift>;

export const verifyVoucher = defineCall("GET $resource/rewardhub/voucher/verify/{code}", {
  summary: "Returns what a voucher gives the team, and its expiry. 404 for an invalid or expired code.",
  can: ["create", "deposits"],
  perMinute: 30,
  reply: gift,
});

export const redeemVoucher = defineCall("POST $resource/rewardhub/voucher/redeem", {
  summary: "Redeems a voucher, once for each team.",
  can: ["create", "deposits"],
  log: "BILL_REDEEM_VOUCHER",
  perMinute: 30,
  body: form({
    code: {
      label: "Code",
      as: "code",
      placeholder: "XXXX-XXXX-XXXX-XXXX-XXXX",
      schema: z.string("Enter a code.").check(z.trim(), z.minLength(1, "Enter a code."), z.maxLength(voucherCodeMax)),
    },
  }),
  reply: gift,
});

export const voucherCalls = [verifyVoucher, redeemVoucher];
