/** Sentences about the cost of an action. */
import type { priceList, quote } from "../../../../resources/billing/quote.ts";
import type { Reply } from "../../../../resources/declare/call-input.ts";
import type { MeteredResource } from "../../../../resources/limits.ts";
import { formatLand, formatLandDollars } from "../../lib/format/land.ts";
import { counted, eachOf, landOf, priceNow } from "./prices.ts";

export type Quote = Reply<typeof quote>;

/** `what`: "These files for 30 days". */
export const costMessage = (what: string, { fromPackages, beyond, land, reason }: Quote): string => {
  if (beyond === 0) return `${what}: included in your allowance.`;
  if (land === null) return `${what}: exceeds your allowance and can't be paid with LAND.`;
  const cost = `${what}: ${priced(land)}`;
  if (reason === "SPEND_CAP_REACHED") return `${cost}, which exceeds a spend cap.`;
  if (reason === "ALLOWANCE_USED_UP") return `${cost}, which exceeds your balance.`;
  return fromPackages > 0 ? `${cost} beyond your allowance.` : `${cost}.`;
};

/** For an unknown amount: `unit` is a quote of the smallest unit. */
export const rateMessage = (
  resource: MeteredResource,
  prices: Reply<typeof priceList>["items"],
  unit: Quote,
  nowSeconds: number,
): string => {
  const price = priceNow(prices, resource, nowSeconds);
  const rate = price && `${eachOf(resource)} costs ${priced(landOf(price, counted[resource].size))}`;
  if (unit.beyond === 0) return `Your allowance is used first${rate ? `; after that, ${rate}` : ""}.`;
  if (unit.reason === "SPEND_CAP_REACHED")
    return "Your allowance doesn't cover this, and this month's spend cap is reached.";
  if (unit.reason === "ALLOWANCE_USED_UP" || rate === undefined)
    return "Your allowance and LAND balance don't cover this.";
  return `Your allowance doesn't cover this: ${rate}.`;
};

const priced = (land: string | bigint): string => `${formatLand(land)} LAND (${formatLandDollars(land)})`;
