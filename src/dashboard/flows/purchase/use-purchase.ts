import { useEffect, useState, useSyncExternalStore } from "react";
import type { ChainKey } from "../../../../resources/chains.ts";
import { config } from "../../api/config.ts";
import { storedPayBy, storePayBy } from "../../chains/evm/pay-by.ts";
import type { PurchaseSelection } from "../../chains/evm/purchase.ts";
import { browserEffects, purchaseNetworks } from "./browser-effects.ts";
import type { PurchaseState } from "./machine.ts";
import { createPurchase } from "./purchase.ts";

export interface PurchaseView {
  readonly state: PurchaseState;
  /** Chains that sell resources. */
  readonly offered: readonly ChainKey[];
  /** The selected chain. */
  readonly chain: ChainKey | undefined;
  /** Whether the selected chain is a local devnet with free coins. */
  readonly own: boolean;
  readonly chooseChain: (chain: ChainKey) => void;
  readonly start: (selection: PurchaseSelection) => void;
  readonly again: () => void;
}

/** A purchase on this screen. Leaving it cancels an unsent purchase. */
export const usePurchase = (onGranted: () => void): PurchaseView => {
  useSyncExternalStore(config.subscribe, config.get);
  const [{ purchase, use }] = useState(openPurchase);
  useEffect(() => use(onGranted));
  useEffect(() => purchase.close, [purchase]);
  const state = useSyncExternalStore(purchase.subscribe, purchase.get);
  const [chosen, choose] = useState<string>(storedPayBy);
  const networks = purchaseNetworks();
  const network = networks.find(({ key }) => key === chosen) ?? networks[0];
  return {
    state,
    offered: networks.map(({ key }) => key),
    chain: network?.key,
    own: network?.own ?? false,
    chooseChain: (chain) => {
      storePayBy(chain);
      choose(chain);
      purchase.again();
    },
    start: (selection) => network && purchase.start(network.key, selection),
    again: purchase.again,
  };
};

/** Always calls the function of the latest render. */
const openPurchase = () => {
  let granted: (() => void) | undefined;
  return {
    purchase: createPurchase(browserEffects(() => granted?.())),
    use: (next: () => void): void => {
      granted = next;
    },
  };
};
