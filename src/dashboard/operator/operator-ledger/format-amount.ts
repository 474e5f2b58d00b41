import { oneLand } from "../../lib/format/land.ts";

type Unit = "LAND" | "POINT";

/** Formats a ledger amount (LAND×1e18, or points) without rounding: "-5,000,000.5". */
export const formatAmount = (amount: string, unit: Unit): string => {
  const value = BigInt(amount);
  if (value < 0n) return `-${formatAmount((-value).toString(), unit)}`;
  if (unit === "POINT") return value.toLocaleString("en");
  const fraction = (value % oneLand).toString().padStart(18, "0").replace(/0+$/, "");
  return `${(value / oneLand).toLocaleString("en")}${fraction && `.${fraction}`}`;
};

/** Returns "LAND" or "points". */
export const unitLabel = (unit: Unit): string => (unit === "POINT" ? "points" : unit);
