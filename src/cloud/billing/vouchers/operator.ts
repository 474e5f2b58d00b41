/** Vouchers for operators: create, list, withdraw. */
import { sql } from "kysely";
import type { Row } from "../../../../resources/declare/define.ts";
import {
  giftUnits,
  voucherDaysMax,
  voucherLandMax,
  voucherResourceMax,
  voucherUsesMax,
} from "../../../../resources/billing/voucher-gifts.ts";
import { vouchers } from "../../../../resources/operator/vouchers.ts";
import { AppError } from "../../kernel/app-error.ts";
import { outOfRange } from "../../kernel/out-of-range.ts";
import type { Route } from "../../kernel/calls/route.ts";
import { hashOf } from "../../kernel/secrets.ts";
import { tableRoutes } from "../../kernel/calls/table-routes.ts";
import { canonical, endingOf, newVoucherCode } from "./code.ts";

export type NewVoucher = Pick<Row<typeof vouchers>, "gives" | "amount" | "days" | "uses" | "expiresAt" | "note">;

/** The operator's resource. A redeemed voucher stays for reference. */
export const operatorVoucherRoutes = (): Route[] =>
  tableRoutes(vouchers, "voucher", {
    team: null,
    target: "ending",
    columns: {
      ending: sql.ref("code_ending"),
      state: sql`case when withdrawn_at is not null then 'withdrawn' when used >= uses then 'used-up'
        when expires_at <= now() then 'expired' else 'open' end`,
    },
    present: ({ amount, gives }) => ({ amount: Number(BigInt(amount) / giftUnits[gives].size) }),
    before: (voucher) => {
      check(voucher);
      const { gives, amount, note } = voucher;
      return { amount: (BigInt(amount) * giftUnits[gives].size).toString(), note: note || null };
    },
    beforeDelete: ({ used }) => {
      if (used > 0) throw new AppError("VOUCHER_USED");
    },
    verbs: ({ create }) => ({
      create: async (context) => {
        const code = newVoucherCode();
        const secret = { code_hash: hashOf(canonical(code)), code_ending: endingOf(code) };
        return { ...(await create(context, secret)), code };
      },
    }),
    actions: ({ change }) => ({
      withdraw: async (context) => {
        await change(context, ({ withdrawn_at }) => ({ withdrawn_at: withdrawn_at ?? new Date() }));
        return null;
      },
    }),
  });

const check = ({ gives, amount, days, uses, expiresAt }: NewVoucher): void => {
  const largest = gives === "LAND" ? voucherLandMax : voucherResourceMax;
  const fields: Record<string, string[]> = {
    ...outOfRange("amount", "Amount", amount, largest),
    ...outOfRange("uses", "Uses", uses, voucherUsesMax),
    ...(days !== undefined && outOfRange("days", "Days", days, voucherDaysMax)),
    ...(days !== undefined && gives === "LAND" && { days: ["Days: LAND never expires. Leave this empty."] }),
    ...(expiresAt !== undefined &&
      expiresAt * 1000 <= Date.now() && { expiresAt: ["Until: choose a time in the future."] }),
  };
  if (Object.keys(fields).length > 0) throw new AppError("INVALID_INPUT", { fields });
};
