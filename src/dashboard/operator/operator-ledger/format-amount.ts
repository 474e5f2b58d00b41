import { formatMoneyExactly } from "../../../../resources/money.ts";

type Unit = "LAND" | "POINT";

/** Formats a ledger amount without rounding: "-$5.00 (-5,000,000.5 LAND)", "1,200 points". */
export const formatAmount = (amount: string, unit: Unit): string =>
  unit === "POINT" ? `${BigInt(amount).toLocaleString("en")} points` : formatMoneyExactly(amount);
