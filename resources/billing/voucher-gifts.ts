/** Voucher resources with their display units; on the wire LAND ×1e18, bytes, seconds and units. */
import { formatMoneyInFull } from "../money.ts";
import { landUnit } from "../money.ts";

/** Display unit: a GB has 1024 MB. */
const kilo = 1024n;

/** Without AI: it is priced by model, and paid in LAND. */
export const voucherGifts = ["LAND", "IPFS_STORAGE", "TRAFFIC", "AR_STORAGE", "BUILD_TIME", "COMPUTE_UNIT"] as const;
export type VoucherGift = (typeof voucherGifts)[number];

/** "10 GB of traffic" is 10 of these, each of this size on the wire. */
export const giftUnits: Readonly<Record<VoucherGift, { readonly words: string; readonly size: bigint }>> = {
  LAND: { words: "LAND", size: landUnit },
  IPFS_STORAGE: { words: "GB of storage on IPFS", size: kilo ** 3n },
  TRAFFIC: { words: "GB of traffic", size: kilo ** 3n },
  AR_STORAGE: { words: "MB of storage on Arweave", size: kilo ** 2n },
  BUILD_TIME: { words: "min of build time", size: 60n },
  COMPUTE_UNIT: { words: "million compute units", size: 1_000_000n },
};

/** Returns a voucher's value as text: "$5.00 (5,000,000 LAND)", "10 GB of traffic". Vouchers give whole units. */
export const giftLabel = (gift: VoucherGift, amount: bigint): string =>
  gift === "LAND"
    ? formatMoneyInFull(amount)
    : `${(amount / giftUnits[gift].size).toLocaleString("en-US")} ${giftUnits[gift].words}`;

/** Maximum of one voucher for one team, in display units. */
export const voucherLandMax = 1_000_000_000_000;
export const voucherResourceMax = 1_000_000;
export const voucherUsesMax = 1_000_000;
export const voucherDaysMax = 3660;
export const voucherNoteMax = 200;
export const voucherCodeMax = 64;
