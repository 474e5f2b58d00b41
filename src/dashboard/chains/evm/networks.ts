/** The server's payment chains: their declarations in resources/chains/chains.ts and this server's contract addresses. */
import { chains, type Chain, type ChainKey } from "../../../../resources/chains/chains.ts";
import type { ContractAddresses, ContractName } from "../../../../resources/chains/contracts.ts";
import type { RuntimeConfig } from "../../../../resources/runtime-config.ts";

/** A network in the form that wallets need: a chain of the table, or a rollup. */
export interface WalletNetwork {
  /** Identifier. */
  readonly key: string;
  readonly chain: Pick<Chain, "name" | "currency" | "explorer">;
  /** The chain's own id, or its test network's if the server uses that one. */
  readonly chainId: number;
  /** Absolute: wallets do not resolve URLs against the page. */
  readonly rpcUrl: string;
  /** The server runs it itself; a chain of the table then has the public chain's id. */
  readonly own: boolean;
  /**
   * Block explorer for wallets that add the network; the chain's public explorer by default, none for the server's own
   * chains.
   */
  readonly explorer?: string;
}

export interface EvmNetwork extends WalletNetwork {
  readonly key: ChainKey;
  readonly chain: Chain;
  readonly contracts: ContractAddresses;
}

/** Returns the networks of /config.json, in the order of resources/chains/chains.ts. */
export const networksOf = (config: Pick<RuntimeConfig, "chains">, origin: string): readonly EvmNetwork[] =>
  chains.flatMap((chain): readonly EvmNetwork[] => {
    const configured = config.chains.find(({ key }) => key === chain.key);
    if (!configured) return [];
    const { key } = chain;
    const { chainId, contracts, embedded: own } = configured;
    return [{ key, chain, chainId, contracts, own, rpcUrl: absolute(configured.rpcUrl || chain.publicRpc, origin) }];
  });

/** Returns a network by its key. Throws if the server is not connected to it. */
export const networkNamed = (networks: readonly EvmNetwork[], key: string): EvmNetwork => {
  const match = networks.find((network) => network.key === key);
  if (match) return match;
  throw new Error("Payments on this chain are unavailable.");
};

/** Returns a contract's address on a network. Throws if the server has none. */
export const contractOn = ({ contracts, chain }: EvmNetwork, name: ContractName): string => {
  const address = contracts[name];
  if (address) return address;
  throw new Error(`No ${name} contract on ${chain.name}.`);
};

const absolute = (url: string, origin: string): string => new URL(url, origin).href;
