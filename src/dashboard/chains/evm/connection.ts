/** ethers over a wallet. The only folder of the dashboard that loads ethers. */
import {
  BrowserProvider,
  Contract,
  Network,
  type Eip1193Provider,
  type InterfaceAbi,
  type JsonRpcSigner,
} from "ethers";
import { receiptPollMs } from "../../../../resources/chains/limits.ts";
import type { ContractName } from "../../../../resources/chains/contracts.ts";
import type { WalletProvider } from "../wallets/provider.ts";
import { contractOn, type EvmNetwork, type WalletNetwork } from "./networks.ts";

export interface Connection<N extends WalletNetwork = EvmNetwork> {
  readonly network: N;
  readonly wallet: WalletProvider;
  readonly address: string;
  readonly provider: BrowserProvider;
  readonly signer: JsonRpcSigner;
}

/**
 * Connects for one action; again after each network switch, because an ethers provider stays on its first network. The
 * network has no plugins: those that ethers adds to Polygon request a gas station on another host.
 */
export const connectTo = async <N extends WalletNetwork>(
  wallet: WalletProvider,
  network: N,
  address: string,
): Promise<Connection<N>> => {
  const bare = new Network(network.key, network.chainId);
  const provider = new BrowserProvider(wallet as Eip1193Provider, bare, { staticNetwork: bare, cacheTimeout: -1 });
  provider.pollingInterval = network.own ? receiptPollMs.own : receiptPollMs.public;
  return { network, wallet, address, provider, signer: await provider.getSigner(address) };
};

/** Returns one of the server's contracts on the connection's network, called as the wallet's account. */
export const contractAt = ({ network, signer }: Connection, name: ContractName, abi: InterfaceAbi): Contract =>
  new Contract(contractOn(network, name), abi, signer);
