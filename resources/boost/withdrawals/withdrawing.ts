/** Withdraws USDT in toncoin: amounts, and which withdrawals need a review. Dollars are bigint ×1e6. */
import { withdrawalsPerDay, withdrawTonMin, withdrawUsdUnseen, withdrawUsdUnseenOfAll } from "../limits.ts";

/** Dollars = price × 10^expo, for one toncoin. */
interface Price {
  readonly price: bigint;
  readonly expo: number;
}

const nanoPerCoin = 1_000_000_000n;
const dollar = 1_000_000n;
/** Minimum withdrawal: 0.02 TON. */
export const withdrawNanoMin = BigInt(Math.round(Number(withdrawTonMin) * 1e9));

/** Nanotons for dollars: dollars × 10^9 / price, rounded down. */
export const nanoFor = (usd: bigint, { price, expo }: Price): bigint => {
  const scale = 10n ** BigInt(Math.abs(expo));
  return (usd * nanoPerCoin * (expo < 0 ? scale : 1n)) / (dollar * price * (expo < 0 ? 1n : scale));
};

/** Dollars for the minimum, rounded up so that it is always enough. */
export const leastUsd = ({ price, expo }: Price): bigint => {
  const scale = 10n ** BigInt(Math.abs(expo));
  const dividend = withdrawNanoMin * price * dollar * (expo < 0 ? 1n : scale);
  const divisor = nanoPerCoin * (expo < 0 ? scale : 1n);
  return (dividend + divisor - 1n) / divisor;
};

export interface WithdrawalFacts {
  readonly usd: bigint;
  /** The node's other withdrawals of the last 24 hours: number and sum. */
  readonly recent: { readonly count: number; readonly usd: bigint };
  /** Withdrawals of all nodes in the last 24 hours that were not reviewed. */
  readonly unseenOfAll: bigint;
  /** Age of the node in seconds. */
  readonly nodeSeconds: number;
  /** Other nodes that requested withdrawals to the same address. */
  readonly othersAtAddress: number;
  /** Whether the node has ever collected its earned points. */
  readonly hasCollected: boolean;
  /** Invitees of the node, and how many of them have collected. */
  readonly invited: number;
  readonly invitedActive: number;
}

/** This many invitees without a collect suggest a single user behind them. */
const idleInviteesMax = 5;
const daySeconds = 86_400;

/** Reasons to review a withdrawal before paying it; empty if it is paid at once. */
export const reviewReasons = (facts: WithdrawalFacts): string[] => {
  const { usd, recent, unseenOfAll, nodeSeconds, othersAtAddress, hasCollected, invited, invitedActive } = facts;
  const found: readonly (string | false)[] = [
    usd + recent.usd > BigInt(withdrawUsdUnseen) * dollar &&
      `Withdrawals over $${withdrawUsdUnseen} within 24 hours are reviewed first.`,
    recent.count >= withdrawalsPerDay &&
      `More than ${withdrawalsPerDay} withdrawals within 24 hours are reviewed first.`,
    usd + unseenOfAll > BigInt(withdrawUsdUnseenOfAll) * dollar &&
      "Total withdrawals in the last 24 hours reached the limit, so new ones are reviewed first.",
    nodeSeconds < daySeconds && "The node is less than a day old.",
    othersAtAddress > 0 && "Another node has requested withdrawals to this address.",
    !hasCollected && "The node has not collected any points yet.",
    invited - invitedActive >= idleInviteesMax && "Many of the node's invitees have never collected points.",
  ];
  return found.filter((reason) => reason !== false);
};

/** Formats nanotons: 1500000000n → "1.5". */
export const tonsOf = (nano: bigint): string => {
  const decimals = (nano % nanoPerCoin).toString().padStart(9, "0").replace(/0+$/, "");
  return `${nano / nanoPerCoin}${decimals && `.${decimals}`}`;
};
