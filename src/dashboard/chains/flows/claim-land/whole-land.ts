import { oneLand, type LandAmount } from "../../../lib/format/land.ts";

/** Formats whole LAND: "5,000,000". Fractions are dropped. */
export const wholeLand = (land: LandAmount): string => (BigInt(land) / oneLand).toLocaleString("en");
