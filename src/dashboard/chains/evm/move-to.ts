import type { WalletProvider } from "../wallets/provider.ts";
import type { EvmNetwork } from "./networks.ts";
import { assertOwnNetwork } from "./own-network.ts";
import { switchChain } from "./switch-chain.ts";

/**
 * Switches a wallet to a chain and verifies that its node is this server's. Throws the wallet's error or
 * PublicNetworkError.
 */
export const moveTo = async (provider: WalletProvider, network: EvmNetwork): Promise<void> => {
  await switchChain(provider, network);
  await assertOwnNetwork(provider, network);
};
