/** Brings a wallet onto a network, which it may not know yet. */
import { refusals, type WalletProvider } from "../wallets/provider.ts";
import { codesIn } from "../wallets/error-chain.ts";
import { currentChainId } from "../wallets/requests.ts";
import type { WalletNetwork } from "./networks.ts";

/** Switches; a wallet that answers 4902 is given the network first. Throws what the wallet throws. */
export const switchChain = async (provider: WalletProvider, network: WalletNetwork): Promise<void> => {
  if ((await currentChainId(provider)) === network.chainId) return;
  try {
    await requestSwitch(provider, network.chainId);
  } catch (error) {
    if (!codesIn(error).includes(refusals.unknownChain)) throw error;
    await addChain(provider, network);
    // Some wallets add a network without going over to it.
    if ((await currentChainId(provider)) !== network.chainId) await requestSwitch(provider, network.chainId);
  }
};

const requestSwitch = (provider: WalletProvider, chainId: number): Promise<unknown> =>
  provider.request({ method: "wallet_switchEthereumChain", params: [{ chainId: toQuantity(chainId) }] });

/** EIP-3085, with what the network is known by. */
const addChain = (provider: WalletProvider, network: WalletNetwork): Promise<unknown> => {
  const { chain, chainId, rpcUrl, own } = network;
  // A public explorer knows nothing of a chain that only bears the public one's id.
  const explorer = network.explorer ?? (own ? "" : chain.explorer);
  const explorers = explorer === "" ? {} : { blockExplorerUrls: [explorer] };
  const described = { chainId: toQuantity(chainId), chainName: chain.name, nativeCurrency: chain.currency };
  const params = [{ ...described, rpcUrls: [rpcUrl], ...explorers }];
  return provider.request({ method: "wallet_addEthereumChain", params });
};

const toQuantity = (value: number): string => `0x${value.toString(16)}`;
