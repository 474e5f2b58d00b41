/** Deposit constants shared by server and dashboard: states, first-deposit offer, and the change event. */

/**
 * PENDING: in a block, not confirmed. DROPPED: the chain dropped that block. CREDITED: in the balance. SUSPENSE: paid
 * for an unknown account. REVERSED: the chain reverted it after it was credited.
 */
export const depositStatuses = ["PENDING", "DROPPED", "CREDITED", "SUSPENSE", "REVERSED"] as const;

export const purchaseStatuses = ["PENDING", "DROPPED", "GRANTED", "SUSPENSE", "REVERSED"] as const;

/**
 * Minimum total of deposits, in US dollars, that counts as a first deposit. Smaller deposits are credited without a
 * bonus.
 */
export const firstDepositUsd = 1;
/** How long after account creation the larger first-deposit bonus applies, and both bonuses in points. */
export const firstDepositOfferSeconds = 259_200;
export const firstDepositPoints = { inTime: 300, later: 100 } as const;

/** Socket event to the team's owner and to members with access to deposits: a deposit or the balance changed. */
export const balanceEvent = "balance";
