import { useEffect, useState, useSyncExternalStore } from "react";
import type { ChainKey } from "../../../../resources/chains.ts";
import { config, configReady } from "../../api/config.ts";
import { storedPayBy, storePayBy } from "../../chains/evm/pay-by.ts";
import type { PurchaseSelection, Cost } from "../../chains/evm/purchase.ts";
import { useCached } from "../../ui/use-cached.ts";
import { problemOf } from "../chain-effects.ts";
import { browserEffects, purchaseNetworks, purchaseNetwork } from "./browser-effects.ts";
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

interface CostState {
  readonly cost: Cost | undefined;
  /** Why the contract returned no price. */
  readonly problem: string | undefined;
}

/** Delay, so that the chain is not asked for each digit. */
const settledMs = 250;

/** Price of a selection from the chain's contract; undefined until loaded. */
export const useCost = (chain: ChainKey | undefined, selection: PurchaseSelection | undefined): CostState => {
  const { resource, amount, until } = selection ?? {};
  const { data: cost, error } = useCached({
    queryKey: ["purchase-cost", chain, resource, String(amount), String(until)],
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => {
        setTimeout(resolve, settledMs);
      });
      signal.throwIfAborted();
      return costOn(chain!, selection!);
    },
    enabled: chain !== undefined && selection !== undefined,
  });
  return { cost, problem: error?.message };
};

const costOn = async (chain: ChainKey, selection: PurchaseSelection): Promise<Cost> => {
  try {
    await configReady();
    const { readCost } = await import("../../chains/evm/purchase.ts");
    return await readCost(purchaseNetwork(chain), selection);
  } catch (error) {
    throw new Error((await problemOf(error)).message, { cause: error });
  }
};
