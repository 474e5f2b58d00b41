import {
  claimDigitsMax,
  claimStepLand,
  landCapTrillions,
  landPerDollar,
  storageMonthSeconds,
} from "../../../../resources/limits.ts";
import { costOf } from "./cost.ts";
import { abbreviate } from "./count.ts";

/** Amounts of LAND are integers ×1e18, as bigint or as the wire's decimal string. */
export type LandAmount = bigint | string;

/** One LAND. */
export const oneLand = 10n ** 18n;
const cap = BigInt(landCapTrillions) * 10n ** 12n * oneLand;

/** LAND for users, with K, M, B or T; anything over 99,999 trillion is "> 99999 T", less than a hundredth "< 0.01". */
export const formatLand = (amount: LandAmount): string => {
  const value = BigInt(amount);
  if (value < 0n) return `-${formatLand(-value)}`;
  if (value > cap) return `> ${landCapTrillions} T`;
  if (value > 0n && value < oneLand / 200n) return "< 0.01";
  return abbreviate(value, oneLand).filter(Boolean).join(" ");
};

/** LAND to its last unit: "1,500,000.000000000000000001". */
export const formatLandExactly = (amount: LandAmount): string => {
  const value = BigInt(amount);
  if (value < 0n) return `-${formatLandExactly(-value)}`;
  const rest = String(value % oneLand)
    .padStart(18, "0")
    .replace(/0+$/, "");
  const whole = (value / oneLand).toLocaleString("en");
  return rest === "" ? whole : `${whole}.${rest}`;
};

/** What an amount of LAND costs in dollars, as `formatCost` writes it: 1 LAND is $0.000001. */
export const formatLandCost = (amount: LandAmount): string => costOf(BigInt(amount), oneLand * landPerDollar);

/** The same with its sign: "$0.08", "<$0.0001". */
export const formatLandDollars = (amount: LandAmount): string => `$${formatLandCost(amount)}`.replace("$<", "<$");

/** What is kept of a custom claim amount as it is typed: digits, five at most. */
export const claimDigits = (input: string): string => input.replace(/\D/g, "").slice(0, claimDigitsMax);

/** LAND of a custom claim amount: its number in millions of LAND; nothing while nothing is typed. */
export const claimAmount = (digits: string): bigint => BigInt(digits || "0") * claimStepLand * oneLand;

/** Bytes that a balance keeps on IPFS for 30 days, at a price for a byte and a second; both in LAND. */
export const storageForMonth = (balance: LandAmount, pricePerByteSecond: LandAmount): bigint =>
  BigInt(balance) / (BigInt(pricePerByteSecond) * storageMonthSeconds);
