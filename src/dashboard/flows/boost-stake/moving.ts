/** Tokens that are to be staked or taken back: whether they can be, and what follows. */
import { buffRows } from "../../../../resources/boost/staking.ts";
import { parseCoins } from "../../lib/format/coins.ts";

export type Direction = "stake" | "withdraw";

interface Tokens {
  readonly staked: bigint;
  readonly held: bigint;
}

/** Why what is typed cannot be moved; empty when it can, or nothing is typed. */
export const amountProblem = (input: string, direction: Direction, { staked, held }: Tokens): string => {
  if (input.trim() === "") return "";
  const amount = parseCoins(input);
  if (amount === undefined) return "Enter an amount such as 100 or 0.5, with up to 18 decimals.";
  if (amount === 0n) return "Enter an amount above 0.";
  if (direction === "stake" && amount > held) return "Amount exceeds your wallet balance.";
  if (direction === "withdraw" && amount > staked) return "Amount exceeds your stake.";
  return "";
};

/** Per cent that tokens add once an amount is moved; of several wallets with parts of tokens it may be a little less. */
export const buffAfter = ({ staked, held }: Tokens, direction: Direction, amount: bigint): number => {
  const moved = direction === "stake" ? amount : -amount;
  const rows = buffRows([{ staked: staked + moved, held: held - moved, nfts: [] }]);
  return rows.reduce((sum, { buff }) => sum + buff, 0) / 1000;
};
