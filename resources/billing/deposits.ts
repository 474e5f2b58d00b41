/** Deposits as both programs know them: their states, the first one's offer, and the event that says that something has changed. */

/**
 * PENDING: in a block, without its confirmations. DROPPED: the chain has left that block. CREDITED: in the balance. SUSPENSE: paid for an
 * account that nobody has. REVERSED: the chain took it back after it was credited.
 */
export const depositStatuses = ["PENDING", "DROPPED", "CREDITED", "SUSPENSE", "REVERSED"] as const;
export type DepositStatus = (typeof depositStatuses)[number];

export const purchaseStatuses = ["PENDING", "DROPPED", "GRANTED", "SUSPENSE", "REVERSED"] as const;
export type PurchaseStatus = (typeof purchaseStatuses)[number];

/** 1 LAND, and 1 US dollar, in amounts ×1e18. */
export const landUnit = 10n ** 18n;

/** How long after the account's beginning the first deposit brings the larger bonus, and both bonuses in points. */
export const firstDepositOfferSeconds = 259_200;
export const firstDepositPoints = { inTime: 300, later: 100 } as const;

/** Socket event, to the team's owner and to those of the team who may see deposits: a deposit or the balance has changed. */
export const balanceEvent = "balance";
