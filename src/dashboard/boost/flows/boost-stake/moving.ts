/** Validates amounts of tokens to stake or unstake, and previews the result. */
import { buffRows } from "../../../../../resources/boost/staking/staking.ts";
import { parseCoins } from "../../../lib/format/coins.ts";

export type Direction = "stake" | "withdraw";

interface Tokens {
  readonly staked: bigint;
  readonly held: bigint;
}

/** Returns why the entered amount is invalid; "" if it is valid or empty. */
export const amountProblem = (input: string, direction: Direction, { staked, held }: Tokens): string => {
  if (input.trim() === "") return "";
  const amount = parseCoins(input);
  if (amount === undefined) return "Enter an amount such as 100 or 0.5, with up to 18 decimals.";
  if (amount === 0n) return "Enter an amount above 0.";
  if (direction === "stake" && amount > held) return "Amount exceeds your wallet balance.";
  if (direction === "withdraw" && amount > staked) return "Amount exceeds your stake.";
  return "";
};

/**
 * Returns the tokens' bonus in percent after a move; with fractions of tokens in several wallets it may be slightly
 * lower.
 */
export const buffAfter = ({ staked, held }: Tokens, direction: Direction, amount: bigint): number => {
  const moved = direction === "stake" ? amount : -amount;
  const rows = buffRows([{ staked: staked + moved, held: held - moved, nfts: [] }]);
  return rows.reduce((sum, { buff }) => sum + buff, 0) / 1000;
};
