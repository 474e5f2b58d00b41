import { toShort } from "./decimal.ts";

const suffixes = ["", "K", "M", "B", "T"] as const;
const hundredth = 100n;

/** Formats a count with K, M, B or T: 1234 → "1.23K". */
export const formatCount = (count: number): string => {
  if (count < 0) return `-${formatCount(-count)}`;
  return abbreviate(BigInt(Math.round(count * Number(hundredth))), hundredth).join("");
};

/** Formats a whole number: "12,345". Without Intl, because browsers take 20 ms to load its number formats. */
export const formatWhole = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ",");

/** Formats a count with its noun: "1 file", "12,345 files". */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${formatWhole(count)} ${count === 1 ? one : many}`;

/**
 * Returns the number in thousands to two decimals, and the suffix; carried over when rounded up, so that 999,999 is 1M
 * and not 1000K. `one` is the unit.
 */
export const abbreviate = (value: bigint, one: bigint): readonly [string, (typeof suffixes)[number]] => {
  let step = 0;
  let unit = one;
  while (step < suffixes.length - 1 && Number(toShort(value, unit, 2)) >= 1000) {
    step += 1;
    unit *= 1000n;
  }
  return [toShort(value, unit, 2), suffixes[step]!];
};
