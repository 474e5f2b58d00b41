import { abbreviate } from "../../../../resources/decimal.ts";

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
