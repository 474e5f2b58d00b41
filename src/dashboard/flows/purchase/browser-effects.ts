/** Purchase effects with a real browser, server and chains. */
import { reportRecharge } from "../../../../resources/billing/deposit-calls.ts";
import { purchaseRecords, type PurchaseRecord } from "../../../../resources/billing/purchases.ts";
import { chainMessages } from "../../../../resources/chain-messages.ts";
import type { ChainKey } from "../../../../resources/chains.ts";
import { send } from "../../api/client.ts";
import { config } from "../../api/config.ts";
import { session } from "../../api/session/session.ts";
import { networkNamed, networksOf, type EvmNetwork } from "../../chains/evm/networks.ts";
import { openConnection } from "../../chains/evm/open-connection.ts";
import type { Wallet } from "../../chains/wallets/discover.ts";
import { attempt } from "../../lib/attempt.ts";
import { showUnlessInline } from "../../ui/show-problem.ts";
import { receiptPause, reportedProblem } from "../chain-effects.ts";
import { findPayingWallet } from "../find-paying-wallet.ts";
import type { Buying, PurchaseEffects, Seen } from "./purchase.ts";

export const browserEffects = (granted: () => void): PurchaseEffects => ({
  wallet: findPayingWallet,
  open: openBuying,
  readState: async (hash) => {
    // Purchases are credited to the user's own team, whichever is selected.
    const { items } = await send(purchaseRecords, {
      query: { hash, page: 1, size: 1 },
      personal: true,
      silent: true,
    });
    return seenOf(items[0]);
  },
  hint: (hash, address) =>
    void attempt(() => send(reportRecharge, { body: { source: "purchase", hash, address }, silent: true })),
  pause: (chain) => receiptPause(purchaseNetwork(chain)),
  problemOf: (error, chain) => reportedProblem(error, "purchase", chain),
  show: showUnlessInline("insufficient-funds"),
  granted,
});

/** Chains that sell resources, once the configuration is loaded. */
export const purchaseNetworks = (): readonly EvmNetwork[] =>
  networksOf(config.get(), location.origin).filter(({ contracts }) => contracts.purchase !== undefined);

export const purchaseNetwork = (chain: ChainKey): EvmNetwork => networkNamed(purchaseNetworks(), chain);

const seenOf = (record: PurchaseRecord | undefined): Seen => {
  if (record?.status === "GRANTED") return "granted";
  return record?.confirmations ?? undefined;
};

const openBuying = async ({ name, provider }: Wallet, chain: ChainKey): Promise<Buying> => {
  if (!provider) throw new Error(chainMessages.walletNotInstalled.replace("{wallet}", name));
  const network = purchaseNetwork(chain);
  const connection = await openConnection(provider, network);
  const [{ buy, readCost }, { waitForReceipt }] = await Promise.all([
    import("../../chains/evm/purchase.ts"),
    import("../../chains/evm/send-raised.ts"),
  ]);
  const euid = session.get().user?.euid ?? "";
  return {
    account: connection.address,
    cost: (selection) => readCost(network, selection),
    buy: (selection, cost) => buy(connection, euid, selection, cost),
    settled: (hash, onRepriced) => waitForReceipt(connection, hash, { onRepriced }),
  };
};
