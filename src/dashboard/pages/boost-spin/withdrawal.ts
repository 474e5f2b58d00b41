/** Validation of the withdrawal form. */
import type { TonLimit } from "../../../../resources/boost/withdraw-calls.ts";
import { tonAddressProblem } from "../../../../resources/boost/ton-address.ts";
import { nanoFor, tonsOf } from "../../../../resources/boost/withdrawing.ts";
import { microPoints } from "../../lib/format/points.ts";
import { dollars } from "./labels.ts";

export interface Typed {
  readonly address: string;
  readonly amount: string;
}
export type Problems = Partial<Record<keyof Typed, string>>;

const amountForm = /^\d{1,9}(\.\d{1,6})?$/;

/** Returns the errors of invalid fields, with the same rules as the server. */
export const problemsOf = ({ address, amount }: Typed, limit: TonLimit, balance: string): Problems => {
  const wrongAddress = tonAddressProblem(address.trim(), limit.network);
  const wrongAmount = amountProblem(amount.trim(), limit, balance);
  return { ...(wrongAddress && { address: wrongAddress }), ...(wrongAmount && { amount: wrongAmount }) };
};

const amountProblem = (amount: string, { usd, ton }: TonLimit, balance: string): string | undefined => {
  if (amount === "") return "Amount: enter an amount in US dollars.";
  if (!amountForm.test(amount)) return "Amount: enter a number with up to six decimals.";
  if (microPoints(amount) < microPoints(usd)) return `Amount: enter at least ${dollars(usd)} (${ton} TON).`;
  if (microPoints(amount) > microPoints(balance)) return `Amount: exceeds your balance of ${dollars(balance)}.`;
  return undefined;
};

/** Formats the amount in TON at the current rate, with four decimals. Returns "" without an amount. */
export const tonWorth = (amount: string, { price, expo }: TonLimit): string => {
  if (!amountForm.test(amount.trim())) return "";
  const nano = nanoFor(microPoints(amount.trim()), { price: BigInt(price), expo });
  return `≈ ${tonsOf((nano / 100_000n) * 100_000n)} TON`;
};
