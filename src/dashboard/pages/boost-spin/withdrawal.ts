/** Validates the withdrawal form like the server does. */
import type { TonLimit } from "../../../../resources/boost/withdraw-calls.ts";
import { tonAddressProblem } from "../../../../resources/boost/ton-address.ts";
import { nanoFor, tonsOf } from "../../../../resources/boost/withdrawing.ts";
import { microPoints } from "../../lib/format/points.ts";
import { dollars } from "./labels.ts";

export interface Typed {
  readonly address: string;
  readonly amount: string;
}
export type Faults = Partial<Record<keyof Typed, string>>;

const amountForm = /^\d{1,9}(\.\d{1,6})?$/;

/** Errors by field; valid fields have none. */
export const faultsOf = ({ address, amount }: Typed, limit: TonLimit, balance: string): Faults => {
  const wrongAddress = tonAddressProblem(address.trim(), limit.network);
  const wrongAmount = amountFault(amount.trim(), limit, balance);
  return { ...(wrongAddress && { address: wrongAddress }), ...(wrongAmount && { amount: wrongAmount }) };
};

const amountFault = (amount: string, { usd, ton }: TonLimit, balance: string): string | undefined => {
  if (amount === "") return "Amount: enter an amount in US dollars.";
  if (!amountForm.test(amount)) return "Amount: enter a number with up to six decimals.";
  if (microPoints(amount) < microPoints(usd)) return `Amount: enter at least ${dollars(usd)} (${ton} TON).`;
  if (microPoints(amount) > microPoints(balance)) return `Amount: exceeds your balance of ${dollars(balance)}.`;
  return undefined;
};

/** The amount in TON at the current rate; "" for no amount. Four decimals, since the rate at payment time decides. */
export const tonWorth = (amount: string, { price, expo }: TonLimit): string => {
  if (!amountForm.test(amount.trim())) return "";
  const nano = nanoFor(microPoints(amount.trim()), { price: BigInt(price), expo });
  return `≈ ${tonsOf((nano / 100_000n) * 100_000n)} TON`;
};
