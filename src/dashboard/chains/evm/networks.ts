/** The chains that this server can be paid on: what resources/chains.ts says of them, and where this server has its contracts. */
import { chains, type Chain, type ChainKey } from "../../../../resources/chains.ts";
import type { ContractAddresses, ContractName } from "../../../../resources/contracts.ts";
import type { RuntimeConfig } from "../../../../resources/runtime-config.ts";

/** A network as a wallet is told of it: a chain of the table, or a rollup. */
export interface WalletNetwork {
  /** Word for programs. */
  readonly key: string;
  readonly chain: Pick<Chain, "name" | "currency" | "explorer">;
  /** The chain's own id, or its test network's where the server uses that one. */
  readonly chainId: number;
  /** Absolute: a wallet is no part of the page. */
  readonly rpcUrl: string;
  /** The server runs it itself; a chain of the table then bears the public one's id. */
  readonly own: boolean;
  /** Page where it is looked at, for wallets that add it; the chain's public explorer by default, and none of the server's own. */
  readonly explorer?: string;
}

export interface EvmNetwork extends WalletNetwork {
  readonly key: ChainKey;
  readonly chain: Chain;
  readonly contracts: ContractAddresses;
}

/** As /config.json names them, in the order of resources/chains.ts. */
export const networksOf = (config: Pick<RuntimeConfig, "chains">, origin: string): readonly EvmNetwork[] =>
  chains.flatMap((chain): readonly EvmNetwork[] => {
    const here = config.chains.find(({ key }) => key === chain.key);
    if (!here) return [];
    const { key } = chain;
    const { chainId, contracts, embedded: own } = here;
    return [{ key, chain, chainId, contracts, own, rpcUrl: absolute(here.rpcUrl || chain.publicRpc, origin) }];
  });

/** One of them by its key. Throws where the server is not connected to it. */
export const networkNamed = (networks: readonly EvmNetwork[], key: string): EvmNetwork => {
  const found = networks.find((network) => network.key === key);
  if (found) return found;
  throw new Error("Payments on this chain are unavailable.");
};

/** A contract's address on a network. Throws where the server has none. */
export const contractOn = ({ contracts, chain }: EvmNetwork, name: ContractName): string => {
  const address = contracts[name];
  if (address) return address;
  throw new Error(`No ${name} contract on ${chain.name}.`);
};

const absolute = (url: string, origin: string): string => new URL(url, origin).href;
