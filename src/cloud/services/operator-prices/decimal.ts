const digits = 18;
const one = 10n ** BigInt(digits);

/** Parses "0.25" to LAND×1e18; at most 18 digits after the point. */
export const landOf = (decimal: string): bigint => {
  const [whole, fraction = ""] = decimal.split(".");
  return BigInt(whole!) * one + BigInt(fraction.padEnd(digits, "0"));
};

/** Formats LAND×1e18 as a decimal number without trailing zeros. */
export const decimalOf = (land: bigint): string => {
  const fraction = (land % one).toString().padStart(digits, "0").replace(/0+$/, "");
  return fraction === "" ? (land / one).toString() : `${land / one}.${fraction}`;
};
