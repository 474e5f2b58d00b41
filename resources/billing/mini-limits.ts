/** Limits and prices of mini app payments with toncoin and Stars. */

export const miniAssets = ["TON", "STAR"] as const;
export type MiniAsset = (typeof miniAssets)[number];

/** LAND of one order, in millions of up to five digits, as in the claim dialog. */
export const miniLandMin = 1_000_000n;
export const miniLandMax = 99_999_000_000n;

/** Toncoin: 5% above the price feed, to cover price changes until the payment arrives. */
export const toncoinRaise = { numerator: 105n, denominator: 100n } as const;
/** Time limit for sending a toncoin order's transaction. */
export const toncoinValidSeconds = 60;
/** Maximum delay between a wallet's transaction and its arrival on a public chain. */
export const toncoinArrivalSeconds = 60;
/** Maximum age of a price. */
export const priceOldSeconds = 300;

/** Stars: 20% off. */
export const starDiscount = { numerator: 80n, denominator: 100n } as const;
/** How long an invoice is valid at its price. */
export const starValidSeconds = 3600;
/** Maximum of one invoice. */
export const starsMax = 10_000;

/**
 * WAITING: not paid. EXPIRED: not paid in time. PAID: credited. LATE: credited although paid late. REFUNDED: reversed.
 */
export const miniOrderStatuses = ["WAITING", "EXPIRED", "PAID", "LATE", "REFUNDED"] as const;
export type MiniOrderStatus = (typeof miniOrderStatuses)[number];
