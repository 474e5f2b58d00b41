/** Prices of LAND in toncoin and Stars: integers, always rounded up. */
import { landUnit } from "../../../../resources/money.ts";
import { starDiscount, toncoinRaise } from "../../../../resources/billing/mini-limits.ts";
import { landPerDollar } from "../../../../resources/limits.ts";
import type { Price } from "../../engines/prices/prices.ts";

const nanoPerCoin = 10n ** 9n;

/** US dollars ×1e18 for LAND ×1e18. */
export const dollarsFor = (land: bigint): bigint => ceiling(land, landPerDollar);

/** Nanotons for dollars ×1e18, 5% above the current rate. */
export const nanoFor = (dollars: bigint, { price, expo }: Pick<Price, "price" | "expo">): bigint => {
  const { numerator, denominator } = toncoinRaise;
  const scale = 10n ** BigInt(Math.abs(expo));
  const numeratorTotal = dollars * nanoPerCoin * numerator * (expo < 0 ? scale : 1n);
  return ceiling(numeratorTotal, landUnit * denominator * price * (expo < 0 ? 1n : scale));
};

/** Stars for dollars ×1e18, 20% off; `starDollars`: value of one Star, ×1e18. */
export const starsFor = (dollars: bigint, starDollars: bigint): bigint =>
  ceiling(dollars * starDiscount.numerator, starDollars * starDiscount.denominator);

/** "0.013" ×1e18. */
export const decimal18 = (text: string): bigint => {
  const [whole = "0", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(18, "0"));
};

const ceiling = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor;
