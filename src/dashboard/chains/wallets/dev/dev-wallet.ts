/** The wallet built into the dashboard, for servers that run local chains: no extension, nothing to install. */
import type { WalletProvider } from "../provider.ts";
import { createDevProvider } from "./dev-provider.ts";
import { openChainStore, openKeyStore } from "./key-store.ts";

/** The initial network; others are added as to any wallet. */
const ethereum = { chainId: 1, name: "Ethereum", symbol: "ETH" } as const;

let provider: WalletProvider | undefined;

/** Returns its directory entry; nothing is opened or loaded before the first request. */
export const devWallet = () => ({
  key: "local.freehold.devwallet",
  name: "Dev wallet",
  walletType: "DEV",
  provider: (provider ??= createDevProvider({
    keys: openKeyStore(),
    loadSigner: () => import("./signer.ts"),
    approve: async (approval) => (await import("./approval-dialog.ts")).approveInDialog(approval),
    chains: [{ ...ethereum, rpcUrl: `${location.origin}/chain/ethereum` }],
    chainId: ethereum.chainId,
    chainStore: openChainStore(),
    topUp: async (chainId, address) => (await import("./faucet.ts")).askFaucet(chainId, address),
    origin: location.origin,
  })),
});
