/** Texts about the cost of an action: on its chip, and in the chip's popover. */
import type { priceList, quote } from "../../../../resources/billing/quote.ts";
import type { Reply } from "../../../../resources/declare/call-input.ts";
import type { MeteredResource } from "../../../../resources/limits.ts";
import { formatDollars } from "../../../../resources/money.ts";
import { counted, landOf, priceNow, unitOf } from "./prices.ts";

export type Quote = Reply<typeof quote>;

export interface CostText {
  readonly chip: string;
  /** The details; of a refused action, the reason. */
  readonly text: string;
}

const included = "Included in your plan";

/** `what`: "Storage for 30 days". */
export const costText = (what: string, { fromPackages, beyond, land, reason }: Quote): CostText => {
  if (beyond === 0) return { chip: included, text: `${what}: covered by your allowance.` };
  if (land === null)
    return { chip: what, text: `${what}: exceeds your allowance and can't be paid from your balance.` };
  const chip = `${what}: ${formatDollars(land)}`;
  if (reason === "SPEND_CAP_REACHED") return { chip, text: `${chip}, which exceeds a spend cap.` };
  if (reason === "ALLOWANCE_USED_UP") return { chip, text: `${chip}, which exceeds your balance.` };
  const share =
    fromPackages > 0 ? "Your allowance covers a part. The rest costs" : "Your allowance doesn't cover this. It costs";
  return { chip, text: `${share} ${formatDollars(land)}, paid from your balance.` };
};

/** For an unknown amount: `unit` is a quote of the smallest unit. */
export const rateText = (
  resource: MeteredResource,
  prices: Reply<typeof priceList>["items"],
  unit: Quote,
  nowSeconds: number,
): CostText => {
  const price = priceNow(prices, resource, nowSeconds);
  const rate = price && `${formatDollars(landOf(price, counted[resource].size))} per ${unitOf(resource)}`;
  if (unit.beyond === 0)
    return { chip: included, text: `Your allowance is used first.${rate ? ` After that, ${rate}.` : ""}` };
  const chip = rate ?? "Not included in your plan";
  if (unit.reason === "SPEND_CAP_REACHED")
    return { chip, text: "Your allowance doesn't cover this, and this month's spend cap is reached." };
  if (unit.reason === "ALLOWANCE_USED_UP" || rate === undefined)
    return { chip, text: "Your allowance and balance don't cover this." };
  return { chip, text: "Your allowance doesn't cover this. It is paid from your balance." };
};
