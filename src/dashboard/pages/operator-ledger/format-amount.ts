import { oneLand } from "../../lib/format/land.ts";

type Unit = "LAND" | "POINT";

/** An amount of the ledger in full: "-5,000,000.5". LAND×1e18, or points; nothing is rounded. */
export const formatAmount = (amount: string, unit: Unit): string => {
  const value = BigInt(amount);
  if (value < 0n) return `-${formatAmount((-value).toString(), unit)}`;
  if (unit === "POINT") return value.toLocaleString("en");
  const fraction = (value % oneLand).toString().padStart(18, "0").replace(/0+$/, "");
  return `${(value / oneLand).toLocaleString("en")}${fraction && `.${fraction}`}`;
};

/** "LAND" or "points". */
export const unitLabel = (unit: Unit): string => (unit === "POINT" ? "points" : unit);
