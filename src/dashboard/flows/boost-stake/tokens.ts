/** Tokens of Boost as people read and type them. The wire has them as decimal text. */
import { buffRows } from "../../../../resources/boost/staking.ts";
import { coinsTyped, formatCoins } from "../../lib/format/coins.ts";

export const tokenSymbol = "BST";

const smallestShown = 10n ** 14n;

/** ×1e18. */
export const tokenAmount = (text: string): bigint => coinsTyped(text) ?? 0n;

/** "1,000.25 BST": four decimals, never rounded up. */
export const formatTokens = (amount: bigint): string => {
  const shown = amount - (amount % smallestShown);
  return amount > 0n && shown === 0n ? `<0.0001 ${tokenSymbol}` : formatCoins(shown, tokenSymbol);
};
export const formatTokensExactly = (amount: bigint): string => formatCoins(amount, tokenSymbol);

/** Per cent, with its sign: "+3.2%". */
export const formatBuff = (perCent: number): string =>
  `+${perCent.toLocaleString("en", { maximumFractionDigits: 3 })}%`;

export type Direction = "stake" | "withdraw";

interface Tokens {
  readonly staked: bigint;
  readonly held: bigint;
}

/** Why what is typed cannot be moved; empty when it can, or nothing is typed. */
export const amountProblem = (typed: string, direction: Direction, { staked, held }: Tokens): string => {
  if (typed.trim() === "") return "";
  const amount = coinsTyped(typed);
  if (amount === undefined) return "Enter an amount such as 100 or 0.5, with 18 decimals at most.";
  if (amount === 0n) return "Enter more than zero.";
  if (direction === "stake" && amount > held) return "Your wallets hold less than that.";
  if (direction === "withdraw" && amount > staked) return "You have staked less than that.";
  return "";
};

/** Per cent that tokens add once an amount is moved; of several wallets with parts of tokens it may be a little less. */
export const buffAfter = ({ staked, held }: Tokens, direction: Direction, amount: bigint): number => {
  const moved = direction === "stake" ? amount : -amount;
  const rows = buffRows([{ staked: staked + moved, held: held - moved, nfts: [] }]);
  return rows.reduce((sum, { buff }) => sum + buff, 0) / 1000;
};
