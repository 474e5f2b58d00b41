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
