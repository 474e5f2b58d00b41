/** Reasons for USDT changes. */
export const usdtKinds = ["SPIN", "PROJECT", "AIRDROP", "WITHDRAW", "RETURNED"] as const;
export type UsdtKind = (typeof usdtKinds)[number];

/** PENDING: being paid. REVIEW: waits for an operator. SENT: paid. REFUSED: refunded to the balance. */
export const withdrawalStatuses = ["PENDING", "REVIEW", "SENT", "REFUSED"] as const;
