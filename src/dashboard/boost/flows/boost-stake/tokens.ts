/** Formats and parses Boost tokens. API responses have them as decimal text. */
import { parseCoins, formatCoins } from "../../../lib/format/coins.ts";

export const tokenSymbol = "BST";

const smallestShown = 10n ** 14n;

/** ×1e18. */
export const tokenAmount = (text: string): bigint => parseCoins(text) ?? 0n;

/** "1,000.25 BST": four decimals, never rounded up. */
export const formatTokens = (amount: bigint): string => {
  const shown = amount - (amount % smallestShown);
  return amount > 0n && shown === 0n ? `<0.0001 ${tokenSymbol}` : formatCoins(shown, tokenSymbol);
};
export const formatTokensExactly = (amount: bigint): string => formatCoins(amount, tokenSymbol);

/** Percent, with its sign: "+3.2%". */
export const formatBuff = (perCent: number): string =>
  `+${perCent.toLocaleString("en", { maximumFractionDigits: 3 })}%`;
