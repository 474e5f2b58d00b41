/** Integers of a smallest unit as exact decimal text, without trailing zeros: 1500000n with 6 digits → "1.5". */
export const decimalText = (value: bigint, digits: number): string => {
  if (value < 0n) return `-${decimalText(-value, digits)}`;
  const text = value.toString().padStart(digits + 1, "0");
  const fraction = text.slice(-digits).replace(/0+$/, "");
  return text.slice(0, -digits) + (fraction && `.${fraction}`);
};

/** Parses the decimal text, at most `digits` digits after the point: "12.5" with 6 → 12500000n. The schema validates it first. */
export const unitsOf = (text: string, digits: number): bigint => {
  if (text.startsWith("-")) return -unitsOf(text.slice(1), digits);
  const [whole = "0", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(digits, "0").slice(0, digits));
};
