/** Constants of payments in the messaging app's mini app: by toncoin and by Stars. */

export const miniAssets = ["TON", "STAR"] as const;
export type MiniAsset = (typeof miniAssets)[number];

/** LAND of one order: the claim dialog's millions, as many as its five digits say. */
export const miniLandMin = 1_000_000n;
export const miniLandMax = 99_999_000_000n;

/** Toncoin: 5% above the price feed, for a price that moves until the payment has arrived. */
export const toncoinRaise = { numerator: 105n, denominator: 100n } as const;
/** Within which a toncoin order's transaction must be sent. */
export const toncoinValidSeconds = 60;
/** Between a wallet's transaction and its arrival on a public chain. */
export const toncoinArrivalSeconds = 60;
/** A price that is older than this is none. */
export const priceOldSeconds = 300;

/** Stars: 20% off. */
export const starDiscount = { numerator: 80n, denominator: 100n } as const;
/** How long an invoice can be paid at its price. */
export const starValidSeconds = 3600;
/** Of one invoice. */
export const starsMax = 10_000;

/**
 * WAITING: not paid. EXPIRED: not paid, and the time for it has passed. PAID: credited. LATE: credited, though it came after its time.
 * REFUNDED: what it brought was taken back.
 */
export const miniOrderStatuses = ["WAITING", "EXPIRED", "PAID", "LATE", "REFUNDED"] as const;
export type MiniOrderStatus = (typeof miniOrderStatuses)[number];
