const digits = 18;

/** Formats an amount ×1e18 in full: "-12.000000000000000001". */
export const formatLand = (amount: bigint): string => {
  const [sign, size] = amount < 0n ? ["-", -amount] : ["", amount];
  const text = size.toString().padStart(digits + 1, "0");
  return `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
};
