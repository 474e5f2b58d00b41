/** The wallet built into the dashboard, for clouds that run their own chains: no extension, nothing to install. */
import type { WalletProvider } from "../provider.ts";
import { askInDialog } from "./approval-dialog.ts";
import { createDevProvider } from "./dev-provider.ts";
import { openKeyStore } from "./key-store.ts";

/** Chain id that a wallet without networks signs for: Ethereum. */
const homeChainId = 1;

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
    chains: [{ chainId: homeChainId, name: "Ethereum" }],
    chainId: homeChainId,
    origin: location.origin,
  })),
});
