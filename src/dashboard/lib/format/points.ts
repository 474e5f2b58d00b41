/** Points are integers ×1e6, as bigint or as the wire's decimal text. */
export type PointAmount = bigint | string;

const one = 1_000_000n;

/** Parses the wire's "12.5" to millionths: 12500000n. */
export const microPoints = (amount: PointAmount): bigint => {
  if (typeof amount === "bigint") return amount;
  const [whole = "0", rest = ""] = amount.replace("-", "").split(".");
  const micro = BigInt(whole) * one + BigInt(rest.padEnd(6, "0").slice(0, 6));
  return amount.startsWith("-") ? -micro : micro;
};

/** Formats points to two decimals, never rounded up: "1234.569" → "1,234.56". */
export const formatPoints = (amount: PointAmount): string => grouped(microPoints(amount), 2);

/** Formats points to the last decimal, for a tooltip. */
export const formatPointsExactly = (amount: PointAmount): string => grouped(microPoints(amount), 6);

/** Formats a change with its sign: "+12", "−3.5". */
export const formatPointsChange = (amount: PointAmount): string => {
  const micro = microPoints(amount);
  return micro < 0n ? `−${formatPoints(-micro)}` : `+${formatPoints(micro)}`;
};

const grouped = (micro: bigint, decimals: number): string => {
  if (micro < 0n) return `-${grouped(-micro, decimals)}`.replace(/^-0$/, "0");
  const rest = String(micro % one).padStart(6, "0");
  return `${(micro / one).toLocaleString("en")}.${rest.slice(0, decimals)}`.replace(/0+$/, "").replace(/\.$/, "");
};
