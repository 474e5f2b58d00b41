import { giftWords } from "../../../../../resources/billing/voucher-words.ts";
import type { Gift } from "../../../../../resources/billing/vouchers.ts";
import { formatMoment } from "../../../lib/format/date.ts";

/** What a voucher brings: "10 GB of traffic, to be used within 30 days". */
export const broughtBy = ({ gives, amount, days }: Gift): string => {
  const what = giftWords(gives, BigInt(amount));
  if (gives === "LAND" || days === null) return what;
  return `${what}, to be used within ${days === 1 ? "a day" : `${days.toLocaleString("en")} days`}`;
};

/** Until when it can be redeemed; nothing where that is for good. */
export const redeemableUntil = ({ expiresAt }: Pick<Gift, "expiresAt">): string | undefined =>
  expiresAt === null ? undefined : `It can be redeemed until ${formatMoment(expiresAt)}.`;
