/** Exact amounts of points and US dollars on the wire: millionths as decimal text without trailing zeros. */
const whole = 1_000_000n;

/** Micro-points, or millionths of a dollar, as text: 1500000n → "1.5". */
export const sixDecimals = (micro: bigint): string => {
  const sign = micro < 0n ? "-" : "";
  const size = micro < 0n ? -micro : micro;
  const decimals = (size % whole).toString().padStart(6, "0").replace(/0+$/, "");
  return `${sign}${size / whole}${decimals && `.${decimals}`}`;
};

/** Parses the decimal text: "12.5" → 12500000n. The schema validates it first. */
export const microOf = (text: string): bigint => {
  const [units = "0", decimals = ""] = text.replace("-", "").split(".");
  const size = BigInt(units) * whole + BigInt(decimals.padEnd(6, "0").slice(0, 6));
  return text.startsWith("-") ? -size : size;
};
