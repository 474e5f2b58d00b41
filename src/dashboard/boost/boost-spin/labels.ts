/** Formats amounts and results. */
import type { Spun } from "../../../../resources/boost/spins/spin-calls.ts";
import { formatPoints, formatPointsChange, formatPointsExactly, type PointAmount } from "../../lib/format/points.ts";

/** Formats US dollars with all decimals, at least two: "$0.50", "$0.000001". Amounts are in millionths, like points. */
export const dollars = (amount: PointAmount): string => {
  const [whole, cents = ""] = formatPointsExactly(amount).split(".");
  return `$${whole}.${cents.padEnd(2, "0")}`;
};

/** Formats a signed amount: "+$0.05", "−$1.50". */
export const dollarsChange = (amount: string): string =>
  amount.startsWith("-") ? `−${dollars(amount.slice(1))}` : `+${dollars(amount)}`;

type Reward = Pick<Spun, "rewardType" | "amount">;

/** Formats a reward: "25 points", "$0.05", "Nothing". */
export const rewardName = ({ rewardType, amount }: Reward): string => {
  if (rewardType === "NONE") return "Nothing";
  return rewardType === "USDT" ? dollars(amount) : `${formatPoints(amount)} points`;
};

export const wonMessage = (reward: Reward): string =>
  reward.rewardType === "NONE" ? "Nothing this time" : `You won ${rewardName(reward)}`;

export const rewardChange = ({ rewardType, amount }: Reward): string => {
  if (rewardType === "NONE") return "–";
  return rewardType === "USDT" ? dollarsChange(amount) : `${formatPointsChange(amount)} points`;
};

/** Formats millionths as a decimal string, as in API replies. */
export const sixDecimals = (micro: bigint): string => formatPointsExactly(micro).replaceAll(",", "");
