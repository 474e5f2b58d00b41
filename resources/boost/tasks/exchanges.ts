/** Supported exchanges and their user ID formats. */
import { choice } from "../../declare/fields.ts";

/** By stored name. `uid`: digits of a user ID. */
export const exchanges = {
  binance: { label: "Binance", uid: [6, 10] },
  okx: { label: "OKX", uid: [15, 20] },
  bybit: { label: "Bybit", uid: [6, 10] },
  bitget: { label: "Bitget", uid: [9, 11] },
  kucoin: { label: "KuCoin", uid: [6, 10] },
  gateio: { label: "Gate.io", uid: [6, 10] },
  mexc: { label: "MEXC", uid: [7, 10] },
  htx: { label: "HTX", uid: [6, 10] },
} as const satisfies Record<string, { readonly label: string; readonly uid: readonly [least: number, most: number] }>;
export type Exchange = keyof typeof exchanges;
export const exchangeNames = Object.keys(exchanges) as [Exchange, ...Exchange[]];
export const exchangeField = choice(
  "Exchange",
  exchangeNames,
  Object.fromEntries(exchangeNames.map((name) => [name, exchanges[name].label])),
);

/** PENDING: waits for an operator. APPROVED: the reward can be claimed. REFUSED: another account can be entered. */
export const exchangeStatuses = ["PENDING", "APPROVED", "REFUSED"] as const;

export interface ExchangeAccount {
  readonly exchange: Exchange;
  readonly uid: string;
  /** The deposit address on EVM chains. */
  readonly address: string;
}

/** Returns validation errors by field; empty when valid. */
export const exchangeFaults = ({ exchange, uid, address }: ExchangeAccount): Record<string, string[]> => {
  const { label, uid: digits } = exchanges[exchange];
  const [least, most] = digits;
  const isUid = /^\d+$/.test(uid) && uid.length >= least && uid.length <= most;
  return {
    ...(!isUid && { uid: [`User ID: ${label} uses ${least} to ${most} digits.`] }),
    ...(!/^0x[0-9a-fA-F]{40}$/.test(address) && {
      address: ["Address: enter an EVM deposit address (0x and 40 hexadecimal digits)."],
    }),
  };
};
