/** Exact amounts of points and US dollars on the wire: millionths as decimal text without trailing zeros. */
import { decimalText, unitsOf } from "../lib/decimals.ts";

/** Micro-points, or millionths of a dollar, as text: 1500000n → "1.5". */
export const sixDecimals = (micro: bigint): string => decimalText(micro, 6);

/** Parses the decimal text: "12.5" → 12500000n. The schema validates it first. */
export const microOf = (text: string): bigint => unitsOf(text, 6);
