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

/** Formats LAND with K, M, B or T; above 99,999 trillion "> 99999 T", below a hundredth "< 0.01". */
export const formatLand = (amount: LandAmount): string => {
  const value = BigInt(amount);
  if (value < 0n) return `-${formatLand(-value)}`;
  if (value > cap) return `> ${landCapTrillions} T`;
  if (value > 0n && value < oneLand / 200n) return "< 0.01";
  return abbreviate(value, oneLand).filter(Boolean).join(" ");
};

/** Formats LAND to its last unit: "1,500,000.000000000000000001". */
export const formatLandExactly = (amount: LandAmount): string => {
  const value = BigInt(amount);
  if (value < 0n) return `-${formatLandExactly(-value)}`;
  const rest = String(value % oneLand)
    .padStart(18, "0")
    .replace(/0+$/, "");
  const whole = (value / oneLand).toLocaleString("en");
  return rest === "" ? whole : `${whole}.${rest}`;
};

/** Formats an amount of LAND in dollars, like `formatCost`: 1 LAND is $0.000001. */
export const formatLandCost = (amount: LandAmount): string => costOf(BigInt(amount), oneLand * landPerDollar);

/** Formats an amount of LAND in dollars with the sign: "$0.08", "<$0.0001". */
export const formatLandDollars = (amount: LandAmount): string => `$${formatLandCost(amount)}`.replace("$<", "<$");

/** Filters the input of a custom claim amount: digits, five at most. */
export const claimDigits = (input: string): string => input.replace(/\D/g, "").slice(0, claimDigitsMax);

/** Returns the LAND of a custom claim amount, entered in millions; 0 if empty. */
export const claimAmount = (digits: string): bigint => BigInt(digits || "0") * claimStepLand * oneLand;

/** Returns the bytes that a balance stores on IPFS for 30 days, at a price per byte and second; both in LAND. */
export const storageForMonth = (balance: LandAmount, pricePerByteSecond: LandAmount): bigint =>
  BigInt(balance) / (BigInt(pricePerByteSecond) * storageMonthSeconds);
