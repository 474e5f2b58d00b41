/** What the user pays by: kept in this browser, Polygon at first. */
import {
  chains,
  defaultPayChain,
  defaultSwitchChain,
  zkSyncLite,
  type ChainKey,
} from "../../../../resources/chains.ts";

/** A chain, or the alternate mode: zkSync Lite, whose wallets stand on Ethereum. */
export type PayBy = ChainKey | typeof zkSyncLite.key;

const storageKey = "payBy";
/** Ethereum's id, and that of its first test network. */
const ethereumIds = [1, 5, 11155111];

export const storedPayBy = (): PayBy => {
  const stored = localStorage.getItem(storageKey);
  return isPayBy(stored) ? stored : defaultPayChain;
};

export const storePayBy = (payBy: PayBy): void => localStorage.setItem(storageKey, payBy);

/** What a wallet on that network pays by. Ethereum's ids mean the alternate mode where that is stored; undefined: no chain of ours. */
export const payByOn = (chainId: number, stored: PayBy): PayBy | undefined => {
  if (ethereumIds.includes(chainId)) return stored === zkSyncLite.key ? stored : defaultSwitchChain;
  return chains.find((chain) => chain.chainId === chainId || ("testChainId" in chain && chain.testChainId === chainId))
    ?.key;
};

const isPayBy = (value: string | null): value is PayBy =>
  value === zkSyncLite.key || chains.some(({ key }) => key === value);
