/**
 * Formats a quotient in decimal with `digits` places, rounded half up; exact for any size. `one` is the unit: 10n **
 * 18n for LAND.
 */
export const toFixed = (value: bigint, one: bigint, digits: number): string => {
  if (value < 0n) return `-${toFixed(-value, one, digits)}`;
  const scale = 10n ** BigInt(digits);
  const text = String((2n * value * scale + one) / (2n * one)).padStart(digits + 1, "0");
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
};

/** Formats a quotient without trailing zeros: "1.50" is "1.5". */
export const toShort = (value: bigint, one: bigint, digits: number): string =>
  digits === 0 ? toFixed(value, one, 0) : toFixed(value, one, digits).replace(/\.?0+$/, "");

/** Groups the whole part of a decimal: "1234567.5" is "1,234,567.5". Without Intl, whose formats browsers load in 20 ms. */
export const grouped = (decimal: string): string => {
  const [whole = "", ...rest] = decimal.split(".");
  return [whole.replace(/\B(?=(\d{3})+$)/g, ","), ...rest].join(".");
};

const suffixes = ["", "K", "M", "B", "T"] as const;

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
