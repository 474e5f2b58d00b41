import { oneLand, type LandAmount } from "../../lib/format/land.ts";

/** LAND in full: "5,000,000". What is less than one LAND is left out. */
export const wholeLand = (land: LandAmount): string => (BigInt(land) / oneLand).toLocaleString("en");
