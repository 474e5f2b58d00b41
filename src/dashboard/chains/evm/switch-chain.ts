/** Switches a wallet to a network, and adds it if missing. */
import { refusals, type WalletProvider } from "../wallets/provider.ts";
import { codesIn } from "../wallets/error-chain.ts";
import { currentChainId } from "../wallets/requests.ts";
import type { WalletNetwork } from "./networks.ts";

/** Switches; on error 4902 adds the network first. Throws the wallet's error. */
export const switchChain = async (provider: WalletProvider, network: WalletNetwork): Promise<void> => {
  if ((await currentChainId(provider)) === network.chainId) return;
  try {
    await requestSwitch(provider, network.chainId);
  } catch (error) {
    if (!codesIn(error).includes(refusals.unknownChain)) throw error;
    await addChain(provider, network);
    // Some wallets add a network without switching to it.
    if ((await currentChainId(provider)) !== network.chainId) await requestSwitch(provider, network.chainId);
  }
};

const requestSwitch = (provider: WalletProvider, chainId: number): Promise<unknown> =>
  provider.request({ method: "wallet_switchEthereumChain", params: [{ chainId: toQuantity(chainId) }] });

/** Adds a network by EIP-3085. */
const addChain = (provider: WalletProvider, network: WalletNetwork): Promise<unknown> => {
  const { chain, chainId, rpcUrl, own } = network;
  // A public explorer does not know a local chain with the public chain's id.
  const explorer = network.explorer ?? (own ? "" : chain.explorer);
  const explorers = explorer === "" ? {} : { blockExplorerUrls: [explorer] };
  const described = { chainId: toQuantity(chainId), chainName: chain.name, nativeCurrency: chain.currency };
  const params = [{ ...described, rpcUrls: [rpcUrl], ...explorers }];
  return provider.request({ method: "wallet_addEthereumChain", params });
};

const toQuantity = (value: number): string => `0x${value.toString(16)}`;
