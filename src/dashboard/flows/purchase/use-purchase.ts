import { useEffect, useState, useSyncExternalStore } from "react";
import type { ChainKey } from "../../../../resources/chains.ts";
import { config } from "../../api/config.ts";
import { storedPayBy, storePayBy } from "../../chains/evm/pay-by.ts";
import type { Wish } from "../../chains/evm/purchase.ts";
import { browserEffects, purchaseNetworks } from "./browser-effects.ts";
import type { PurchaseState } from "./machine.ts";
import { createPurchase } from "./purchase.ts";

export interface PurchaseView {
  readonly state: PurchaseState;
  /** The chains on which resources are sold here. */
  readonly offered: readonly ChainKey[];
  /** The chosen one. */
  readonly chain: ChainKey | undefined;
  /** The chosen chain is the cloud's own, whose coins are free. */
  readonly own: boolean;
  readonly chooseChain: (chain: ChainKey) => void;
  readonly start: (wish: Wish) => void;
  readonly again: () => void;
}

/** A purchase of this screen. Who leaves it gives up what is not sent yet. */
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
    start: (wish) => network && purchase.start(network.key, wish),
    again: purchase.again,
  };
};

/** A purchase that calls whatever function its screen was drawn with last. */
const openPurchase = () => {
  let granted: (() => void) | undefined;
  return {
    purchase: createPurchase(browserEffects(() => granted?.())),
    use: (next: () => void): void => {
      granted = next;
    },
  };
};
