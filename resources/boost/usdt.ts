/** What moves a node's USDT. */
export const usdtKinds = ["SPIN", "PROJECT", "AIRDROP", "WITHDRAW", "RETURNED"] as const;
export type UsdtKind = (typeof usdtKinds)[number];

/** PENDING: is being paid. REVIEW: is looked at by people first. SENT: paid. REFUSED: back in the balance. */
export const withdrawalStatuses = ["PENDING", "REVIEW", "SENT", "REFUSED"] as const;
export type WithdrawalStatus = (typeof withdrawalStatuses)[number];
