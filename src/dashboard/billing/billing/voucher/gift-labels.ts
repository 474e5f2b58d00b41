import { giftLabel } from "../../../../../resources/billing/voucher-gifts.ts";
import type { Gift } from "../../../../../resources/billing/vouchers.ts";
import { formatMoment } from "../../../lib/format/date.ts";

/** Formats a voucher's value: "10 GB of traffic, valid for 30 days". */
export const giftSummary = ({ gives, amount, days }: Gift): string => {
  const what = giftLabel(gives, BigInt(amount));
  if (gives === "LAND" || days === null) return what;
  return `${what}, valid for ${days === 1 ? "a day" : `${days.toLocaleString("en")} days`}`;
};

/** Formats the voucher's expiry; empty if none. */
export const redeemableUntil = ({ expiresAt }: Pick<Gift, "expiresAt">): string | undefined =>
  expiresAt === null ? undefined : `Redeem by ${formatMoment(expiresAt)}.`;
