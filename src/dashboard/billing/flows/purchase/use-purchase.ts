import { useEffect, useState, useSyncExternalStore } from "react";
import { reportRecharge } from "../../../../../resources/billing/deposit-calls.ts";
import { purchases, type PurchaseRecord } from "../../../../../resources/billing/purchases.ts";
import { callOf } from "../../../../../resources/declare/endpoints.ts";
import { chainMessages } from "../../../../../resources/chains/messages.ts";
import type { ChainKey } from "../../../../../resources/chains/chains.ts";
import { send } from "../../../api/client.ts";
import { config, configReady } from "../../../api/config.ts";
import { session } from "../../../api/session/session.ts";
import { networkNamed, networksOf, type EvmNetwork } from "../../../chains/evm/networks.ts";
import { openConnection } from "../../../chains/evm/open-connection.ts";
import { storedPayBy, storePayBy } from "../../../chains/evm/pay-by.ts";
import type { PurchaseSelection, Cost } from "../../../chains/evm/purchase.ts";
import type { Wallet } from "../../../chains/wallets/discover.ts";
import { attempt } from "../../../lib/async/attempt.ts";
import { showUnlessInline } from "../../../ui/states/show-problem.ts";
import { followRow } from "../../../lib/async/cached-rows.ts";
import { loadedClient, useCached } from "../../../ui/cached/use-cached.ts";
import { problemOf, receiptPause, reportedProblem } from "../../../chains/flows/chain-effects.ts";
import { findPayingWallet } from "../../../chains/flows/find-paying-wallet.ts";
import type { PurchaseState } from "./machine.ts";
import { createPurchase, type Buying, type PurchaseEffects, type Seen } from "./purchase.ts";

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
    const { readCost } = await import("../../../chains/evm/purchase.ts");
    return await readCost(purchaseNetwork(chain), selection);
  } catch (error) {
    throw new Error((await problemOf(error)).message, { cause: error });
  }
};

const browserEffects = (granted: () => void): PurchaseEffects => {
  let followed: ReturnType<typeof followRow<PurchaseRecord>> | undefined;
  return {
    wallet: findPayingWallet,
    open: openBuying,
    readState: async (hash) => {
      // Purchases are credited to the user's own team, whichever is selected.
      const { items } = await send(callOf(purchases, "list"), {
        query: { hash, page: 1, size: 1 },
        personal: true,
        silent: true,
      });
      if (items[0]) followed?.seen(items[0]);
      return seenOf(items[0]);
    },
    onState: (hashOf, listener) => {
      followed = followRow<PurchaseRecord>(loadedClient(), purchases.name, hashOf, (row) => listener(seenOf(row)));
      return followed.stop;
    },
    hint: (hash, address) =>
      void attempt(() => send(reportRecharge, { body: { source: "purchase", hash, address }, silent: true })),
    pause: (chain) => receiptPause(purchaseNetwork(chain)),
    problemOf: (error, chain) => reportedProblem(error, "purchase", chain),
    show: showUnlessInline("insufficient-funds"),
    granted,
  };
};

/** Chains that sell resources, once the configuration is loaded. */
const purchaseNetworks = (): readonly EvmNetwork[] =>
  networksOf(config.get(), location.origin).filter(({ contracts }) => contracts.purchase !== undefined);

const purchaseNetwork = (chain: ChainKey): EvmNetwork => networkNamed(purchaseNetworks(), chain);

const seenOf = (record: PurchaseRecord | undefined): Seen => {
  if (record?.status === "GRANTED") return "granted";
  return record?.confirmations ?? undefined;
};

const openBuying = async ({ name, provider }: Wallet, chain: ChainKey): Promise<Buying> => {
  if (!provider) throw new Error(chainMessages.walletNotInstalled.replace("{wallet}", name));
  const network = purchaseNetwork(chain);
  const connection = await openConnection(provider, network);
  const [{ buy, readCost }, { waitForReceipt }] = await Promise.all([
    import("../../../chains/evm/purchase.ts"),
    import("../../../chains/evm/send-raised.ts"),
  ]);
  const euid = session.get().user?.euid ?? "";
  return {
    account: connection.address,
    cost: (selection) => readCost(network, selection),
    buy: (selection, cost) => buy(connection, euid, selection, cost),
    settled: (hash, onRepriced) => waitForReceipt(connection, hash, { onRepriced }),
  };
};
