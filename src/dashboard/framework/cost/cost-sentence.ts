/** What an act costs, in a sentence. */
import type { priceList, quote } from "../../../../resources/billing/quote.ts";
import type { Reply } from "../../../../resources/call-input.ts";
import type { MeteredResource } from "../../../../resources/limits.ts";
import { formatLand, formatLandDollars } from "../../lib/format/land.ts";
import { counted, eachOf, landOf, priceNow } from "./price-words.ts";

export type Quote = Reply<typeof quote>;

/** `what`: "These files for 30 days". */
export const costSentence = (what: string, { fromPackages, beyond, land, reason }: Quote): string => {
  if (beyond === 0) return `${what}: no cost, your packages hold it.`;
  if (land === null) return `${what}: your packages do not hold it, and LAND does not pay for it.`;
  const cost = `${what}: ${priced(land)}`;
  if (reason === "SPEND_CAP_REACHED") return `${cost}, more than a spend cap allows.`;
  if (reason === "ALLOWANCE_USED_UP") return `${cost}, more than this team has.`;
  return fromPackages > 0 ? `${cost} for what your packages do not hold.` : `${cost}.`;
};

/** For an amount that nobody knows yet: `unit` is a quote of the least of it. */
export const rateSentence = (
  resource: MeteredResource,
  prices: Reply<typeof priceList>["items"],
  unit: Quote,
  nowSeconds: number,
): string => {
  const price = priceNow(prices, resource, nowSeconds);
  const rate = price && `${eachOf(resource)} costs ${priced(landOf(price, counted[resource].size))}`;
  if (unit.beyond === 0) return `Your packages are used first${rate ? `; beyond them ${rate}` : ""}.`;
  if (unit.reason === "SPEND_CAP_REACHED")
    return "Your packages are used up, and a spend cap of this month is reached.";
  if (unit.reason === "ALLOWANCE_USED_UP" || rate === undefined) return "Your packages and your LAND are used up.";
  return `Your packages are used up: ${rate}.`;
};

const priced = (land: string | bigint): string => `${formatLand(land)} LAND (${formatLandDollars(land)})`;
