/** Formats amounts and results. */
import type { Spun } from "../../../../resources/boost/spin-calls.ts";
import { formatPoints, formatPointsChange, formatPointsExactly, type PointAmount } from "../../lib/format/points.ts";

/** US dollars, to their last decimal and two at least: "$0.50", "$0.000001". They are kept like points, in millionths. */
export const dollars = (amount: PointAmount): string => {
  const [whole, cents = ""] = formatPointsExactly(amount).split(".");
  return `$${whole}.${cents.padEnd(2, "0")}`;
};

/** With its sign: "+$0.05", "−$1.50". */
export const dollarsChange = (amount: string): string =>
  amount.startsWith("-") ? `−${dollars(amount.slice(1))}` : `+${dollars(amount)}`;

type Reward = Pick<Spun, "rewardType" | "amount">;

/** "25 points", "$0.05", "Nothing". */
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

/** Millionths as the wire's decimal text. */
export const sixDecimals = (micro: bigint): string => formatPointsExactly(micro).replaceAll(",", "");
