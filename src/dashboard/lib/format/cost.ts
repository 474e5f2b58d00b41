import { toFixed } from "./decimal.ts";

const picodollars = 10n ** 12n;

/** Formats a cost in dollars: "<0.0001" when smaller, four decimals below 0.01, two above. Zero is "0.00". */
export const formatCost = (dollars: number): string =>
  costOf(BigInt(Math.round(dollars * Number(picodollars))), picodollars);

/** Formats an exact amount in the same way; `dollar` units are one dollar. */
export const costOf = (amount: bigint, dollar: bigint): string => {
  if (amount < 0n) return `-${costOf(-amount, dollar)}`;
  if (amount > 0n && amount * 10_000n < dollar) return "<0.0001";
  return toFixed(amount, dollar, amount > 0n && amount * 100n < dollar ? 4 : 2);
};
