import type { WalletProvider } from "../wallets/provider.ts";
import type { EvmNetwork } from "./networks.ts";
import { assertOwnNetwork } from "./own-network.ts";
import { switchChain } from "./switch-chain.ts";

/** Brings a wallet onto a chain, and refuses one whose node is not this server's. Throws what the wallet throws, PublicNetworkError. */
export const moveTo = async (provider: WalletProvider, network: EvmNetwork): Promise<void> => {
  await switchChain(provider, network);
  await assertOwnNetwork(provider, network);
};
