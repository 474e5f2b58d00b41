/** ethers over a wallet. The only folder of the dashboard that loads it. */
import {
  BrowserProvider,
  Contract,
  Network,
  type Eip1193Provider,
  type InterfaceAbi,
  type JsonRpcSigner,
} from "ethers";
import { receiptPollMs } from "../../../../resources/chain-limits.ts";
import type { ContractName } from "../../../../resources/contracts.ts";
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
 * A new one for each action and after each change of network: a provider of ethers keeps to the network it began with. The
 * network is bare, for the one that ethers knows as Polygon asks a gas station of another host.
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

/** One of the server's contracts on the connection's network, called as the wallet's account. */
export const contractAt = ({ network, signer }: Connection, name: ContractName, abi: InterfaceAbi): Contract =>
  new Contract(contractOn(network, name), abi, signer);
