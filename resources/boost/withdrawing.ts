/** Getting USDT out in toncoin: what it comes to, and which withdrawals people look at first. Dollars are bigint ×1e6. */
import { withdrawalsPerDay, withdrawTonMin, withdrawUsdUnseen, withdrawUsdUnseenOfAll } from "./limits.ts";

/** Dollars = price × 10^expo, for one toncoin. */
interface Price {
  readonly price: bigint;
  readonly expo: number;
}

const nanoPerCoin = 1_000_000_000n;
const dollar = 1_000_000n;
/** The least that is paid: 0.02 TON. */
export const withdrawNanoMin = BigInt(Math.round(Number(withdrawTonMin) * 1e9));

/** Nanotons for dollars: dollars × 10^9 / price, rounded down. */
export const nanoFor = (usd: bigint, { price, expo }: Price): bigint => {
  const scale = 10n ** BigInt(Math.abs(expo));
  return (usd * nanoPerCoin * (expo < 0 ? scale : 1n)) / (dollar * price * (expo < 0 ? 1n : scale));
};

/** Dollars for the least that is paid, rounded up so that it is always enough. */
export const leastUsd = ({ price, expo }: Price): bigint => {
  const scale = 10n ** BigInt(Math.abs(expo));
  const dividend = withdrawNanoMin * price * dollar * (expo < 0 ? 1n : scale);
  const divisor = nanoPerCoin * (expo < 0 ? scale : 1n);
  return (dividend + divisor - 1n) / divisor;
};

export interface WithdrawalFacts {
  readonly usd: bigint;
  /** Of the last 24 h, without this one: how many, and how much. */
  readonly recent: { readonly count: number; readonly usd: bigint };
  /** Of all nodes in the last 24 h, what nobody has looked at. */
  readonly unseenOfAll: bigint;
  /** How old the node is, in seconds. */
  readonly nodeSeconds: number;
  /** Other nodes that have asked for payments to the same address. */
  readonly othersAtAddress: number;
  /** Whether the node has ever collected points of its own. */
  readonly hasCollected: boolean;
  /** Nodes that it invited, and how many of those have collected anything. */
  readonly invited: number;
  readonly invitedActive: number;
}

/** So many invitees who never collect anything look like one person's. */
const idleInviteesMax = 5;
const daySeconds = 86_400;

/** Why people look at a withdrawal before it is paid, as sentences; none for one that is paid at once. */
export const reviewReasons = (facts: WithdrawalFacts): string[] => {
  const { usd, recent, unseenOfAll, nodeSeconds, othersAtAddress, hasCollected, invited, invitedActive } = facts;
  const found: readonly (string | false)[] = [
    usd + recent.usd > BigInt(withdrawUsdUnseen) * dollar &&
      `Withdrawals of more than $${withdrawUsdUnseen} within 24 hours are looked at first.`,
    recent.count >= withdrawalsPerDay &&
      `More than ${withdrawalsPerDay} withdrawals within 24 hours are looked at first.`,
    usd + unseenOfAll > BigInt(withdrawUsdUnseenOfAll) * dollar &&
      "Much was withdrawn from this cloud within 24 hours, so that each further withdrawal is looked at first.",
    nodeSeconds < daySeconds && "The node is less than a day old.",
    othersAtAddress > 0 && "Another node has asked for payments to this address.",
    !hasCollected && "The node has not collected any points of its own yet.",
    invited - invitedActive >= idleInviteesMax && "Many of those whom the node invited have never collected anything.",
  ];
  return found.filter((reason) => reason !== false);
};

/** Nanotons as people read them: 1500000000n → "1.5". */
export const tonsOf = (nano: bigint): string => {
  const decimals = (nano % nanoPerCoin).toString().padStart(9, "0").replace(/0+$/, "");
  return `${nano / nanoPerCoin}${decimals && `.${decimals}`}`;
};
