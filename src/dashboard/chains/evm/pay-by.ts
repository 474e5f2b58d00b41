/** The user's payment method: stored in this browser, Polygon by default. */
import {
  chains,
  defaultPayChain,
  defaultSwitchChain,
  zkSyncLite,
  type ChainKey,
} from "../../../../resources/chains/chains.ts";

/** A chain, or the alternate mode: zkSync Lite, whose wallets are on Ethereum. */
export type PayBy = ChainKey | typeof zkSyncLite.key;

const storageKey = "payBy";
/** The ids of Ethereum and its test networks. */
const ethereumIds = [1, 5, 11155111];

export const storedPayBy = (): PayBy => {
  const stored = localStorage.getItem(storageKey);
  return isPayBy(stored) ? stored : defaultPayChain;
};

export const storePayBy = (payBy: PayBy): void => localStorage.setItem(storageKey, payBy);

/**
 * Returns the payment method for a wallet on that network. Ethereum's ids mean the alternate mode if that is stored;
 * undefined: unsupported chain.
 */
export const payByOn = (chainId: number, stored: PayBy): PayBy | undefined => {
  if (ethereumIds.includes(chainId)) return stored === zkSyncLite.key ? stored : defaultSwitchChain;
  return chains.find((chain) => chain.chainId === chainId || ("testChainId" in chain && chain.testChainId === chainId))
    ?.key;
};

const isPayBy = (value: string | null): value is PayBy =>
  value === zkSyncLite.key || chains.some(({ key }) => key === value);
