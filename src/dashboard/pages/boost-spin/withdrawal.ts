/** What is typed into the withdrawal form, checked as the cloud does it. */
import type { TonLimit } from "../../../../resources/boost/withdraw-calls.ts";
import { tonAddressProblem } from "../../../../resources/boost/ton-address.ts";
import { nanoFor, tonsOf } from "../../../../resources/boost/withdrawing.ts";
import { microPoints } from "../../lib/format/points.ts";
import { dollars } from "./words.ts";

export interface Typed {
  readonly address: string;
  readonly amount: string;
}
export type Faults = Partial<Record<keyof Typed, string>>;

const amountForm = /^\d{1,9}(\.\d{1,6})?$/;

/** What is wrong, field by field; nothing of a field that is right. */
export const faultsOf = ({ address, amount }: Typed, limit: TonLimit, balance: string): Faults => {
  const wrongAddress = tonAddressProblem(address.trim(), limit.network);
  const wrongAmount = amountFault(amount.trim(), limit, balance);
  return { ...(wrongAddress && { address: wrongAddress }), ...(wrongAmount && { amount: wrongAmount }) };
};

const amountFault = (amount: string, { usd, ton }: TonLimit, balance: string): string | undefined => {
  if (amount === "") return "Amount: enter how many dollars.";
  if (!amountForm.test(amount)) return "Amount: a number with up to six decimals.";
  if (microPoints(amount) < microPoints(usd)) return `Amount: at least ${dollars(usd)}, which is ${ton} TON now.`;
  if (microPoints(amount) > microPoints(balance)) return `Amount: your balance is ${dollars(balance)}.`;
  return undefined;
};

/** What an amount comes to in TON now; "" while none is typed. To four decimals: the price of the payment counts. */
export const tonWorth = (amount: string, { price, expo }: TonLimit): string => {
  if (!amountForm.test(amount.trim())) return "";
  const nano = nanoFor(microPoints(amount.trim()), { price: BigInt(price), expo });
  return `≈ ${tonsOf((nano / 100_000n) * 100_000n)} TON now`;
};
