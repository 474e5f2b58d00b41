/** The wallet's networks, and the current one. */
import { callNode } from "../node-call.ts";
import { ProviderError, refusals } from "../provider.ts";

export interface WalletChain {
  readonly chainId: number;
  readonly name: string;
  /** Symbol of the native coin. */
  readonly symbol?: string;
  /** Absent for a network that the wallet can name but not reach. */
  readonly rpcUrl?: string;
}

/** The stored networks and the current one. */
export interface KnownChains {
  readonly chains: readonly WalletChain[];
  readonly chainId: number;
}

/** Storage of a wallet's networks. */
export interface ChainStore {
  load(): Promise<KnownChains | undefined>;
  save(networks: KnownChains): Promise<void>;
}

export interface ChainTable {
  current(): WalletChain;
  /** Throws 4902 for a network that was never added, -32602 for a malformed chain id. */
  find(chainId: unknown): WalletChain;
  /** Requests the network's id first; a mismatch is refused. */
  add(chain: WalletChain & { readonly rpcUrl: string }): Promise<void>;
  use(chain: WalletChain): Promise<void>;
  /** Forwards a request to the current network. */
  forward(method: string, params: readonly unknown[]): Promise<unknown>;
}

/** Opens the stored table; the first time with `initial`. */
export const openChainTable = async (initial: KnownChains, store?: ChainStore): Promise<ChainTable> => {
  const stored = (await store?.load()) ?? initial;
  // Built-in networks may have a new URL.
  const chains = new Map([...stored.chains, ...initial.chains].map((chain) => [chain.chainId, chain]));
  let current = chains.get(stored.chainId) ?? { chainId: stored.chainId, name: `Chain ${stored.chainId}` };
  const save = async () => store?.save({ chains: [...chains.values()], chainId: current.chainId });
  return {
    current: () => current,
    find: (wanted) => {
      const chain = chains.get(parseChainId(wanted));
      if (chain) return chain;
      throw new ProviderError(
        refusals.unknownChain,
        `Unrecognized chain ID "${String(wanted)}". Try adding the chain using wallet_addEthereumChain first.`,
      );
    },
    add: async (chain) => {
      const answered = Number(await callNode(chain.rpcUrl, "eth_chainId", []));
      if (answered !== chain.chainId) {
        throw new ProviderError(
          refusals.invalidParams,
          `Chain ID returned by RPC URL ${chain.rpcUrl} does not match ${chain.chainId}.`,
        );
      }
      chains.set(chain.chainId, chain);
      await save();
    },
    use: async (chain) => {
      current = chain;
      await save();
    },
    forward: (method, params) => {
      if (current.rpcUrl) return callNode(current.rpcUrl, method, params);
      throw new ProviderError(refusals.unsupported, `The method "${method}" does not exist / is not available.`);
    },
  };
};

/** Parses a chain id in EIP-3326's format: "0x89". */
export const parseChainId = (value: unknown): number => {
  if (typeof value === "string" && /^0x[0-9a-f]{1,13}$/i.test(value)) return Number(value);
  throw new ProviderError(refusals.invalidParams, `Expected 0x-prefixed hexadecimal string 'chainId'.`);
};
