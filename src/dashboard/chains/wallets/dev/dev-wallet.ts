/** The wallet built into the dashboard, for clouds that run their own chains: no extension, nothing to install. */
import { chainOf, defaultSwitchChain } from "../../../../../resources/chains.ts";
import type { WalletProvider } from "../provider.ts";
import { askInDialog } from "./approval-dialog.ts";
import { createDevProvider } from "./dev-provider.ts";
import { askFaucet } from "./faucet.ts";
import { openChainStore, openKeyStore } from "./key-store.ts";

/** The one network it comes with; others are added as to any wallet. */
const home = chainOf(defaultSwitchChain)!;

let provider: WalletProvider | undefined;

/** Its directory entry; nothing is opened or loaded before the first request. */
export const devWallet = () => ({
  key: "local.freehold.devwallet",
  name: "Dev wallet",
  walletType: "DEV",
  provider: (provider ??= createDevProvider({
    keys: openKeyStore(),
    loadSigner: () => import("./signer.ts"),
    approve: askInDialog,
    chains: [
      {
        chainId: home.chainId,
        name: home.name,
        symbol: home.currency.symbol,
        rpcUrl: `${location.origin}/chain/${home.key}`,
      },
    ],
    chainId: home.chainId,
    chainStore: openChainStore(),
    topUp: askFaucet,
    origin: location.origin,
  })),
});
