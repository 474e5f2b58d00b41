/**
 * The formats of money, for screens, emails, notices, errors and exports: dollars first, LAND beside them.
 *
 * Amounts of LAND and of US dollars are integers ×1e18, as bigint or as the wire's decimal string.
 */
import { abbreviate, grouped, toFixed, toShort } from "./decimal.ts";
import { landCapTrillions, landPerDollar } from "./limits.ts";

export type Amount = bigint | string;

/** 1 LAND, and 1 US dollar, in amounts ×1e18. */
export const landUnit = 10n ** 18n;
const cap = BigInt(landCapTrillions) * 10n ** 12n * landUnit;

/** Formats LAND for sentences and prices, in dollars: "$0.08", "-$1,500.00", "<$0.0001". */
export const formatDollars = (land: Amount): string => dollarsOf(BigInt(land), landUnit * landPerDollar);

/** Formats LAND in dollars for an axis, where small amounts differ: "$0.00003". */
export const formatDollarsFinely = (land: Amount): string => {
  const value = BigInt(land);
  const isSmall = value > 0n && value * 100n < landUnit * landPerDollar;
  return isSmall ? `$${toShort(value, landUnit * landPerDollar, 9)}` : formatDollars(value);
};

/** Formats an amount of US dollars ×1e18 in the same way. */
export const formatUsd = (usd: Amount): string => dollarsOf(BigInt(usd), landUnit);

/** Formats LAND as a label: "$5.00 · 5 M LAND". Zero is "$0.00". */
export const formatMoney = (land: Amount): string => moneyParts(land).join(" · ");

/** Formats LAND for a text without tooltips, such as an email, to whole LAND: "$5.00 (5,000,000 LAND)". */
export const formatMoneyInFull = (land: Amount): string => formatMoneyExactly((BigInt(land) / landUnit) * landUnit);

/** The same to the last unit, for the ledger: "$5.00 (5,000,000.000000000000000001 LAND)". */
export const formatMoneyExactly = (land: Amount): string => `${formatDollars(land)} (${exactLand(land)})`;

/** Returns the dollars, and the short amount of LAND to set beside them; zero has only dollars. */
export const moneyParts = (land: Amount): readonly [string, ...string[]] =>
  BigInt(land) === 0n ? [formatDollars(land)] : [formatDollars(land), `${shortLand(BigInt(land))} LAND`];

/** Formats LAND to its last unit, beside dollars and on hover: "1,500,000.000000000000000001 LAND". */
export const exactLand = (land: Amount): string => `${decimalOf(land)} LAND`;

/** Formats an amount ×1e18 to its last unit: "1,500,000.5". */
export const decimalOf = (amount: Amount): string => {
  const plain = plainDecimal(amount).replace(/\.?0+$/, "");
  return plain.startsWith("-") ? `-${grouped(plain.slice(1))}` : grouped(plain);
};

/** Formats an amount ×1e18 for a file that programs read: "-12.000000000000000001". */
export const plainDecimal = (amount: Amount): string => toFixed(BigInt(amount), landUnit, 18);

/** Four decimals below a cent, two above. */
const dollarsOf = (amount: bigint, dollar: bigint): string => {
  if (amount < 0n) return `-${dollarsOf(-amount, dollar)}`;
  if (amount > 0n && amount * 10_000n < dollar) return "<$0.0001";
  return `$${grouped(toFixed(amount, dollar, amount > 0n && amount * 100n < dollar ? 4 : 2))}`;
};

/** With K, M, B or T; above 99,999 trillion "> 99999 T", below a hundredth "< 0.01". */
const shortLand = (land: bigint): string => {
  if (land < 0n) return `-${shortLand(-land)}`;
  if (land > cap) return `> ${landCapTrillions} T`;
  if (land > 0n && land < landUnit / 200n) return "< 0.01";
  return abbreviate(land, landUnit).filter(Boolean).join(" ");
};
