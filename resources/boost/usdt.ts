/** What moves a node's USDT. */
export const usdtKinds = ["SPIN", "PROJECT", "AIRDROP", "WITHDRAW", "RETURNED"] as const;
export type UsdtKind = (typeof usdtKinds)[number];
