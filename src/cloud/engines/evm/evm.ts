/**
 * The EVM engine: local chains (one anvil process each, started on first use, behind a JSON-RPC gateway without
 * development methods), or public chains if configured. Services read chains and send transactions only through this
 * engine.
 */
import type { JsonRpcProvider, Wallet } from "ethers";
import type { Chain, ChainKey } from "../../../../resources/chains/chains.ts";
import type { ContractAddresses } from "../../../../resources/chains/contracts.ts";

/** Returns the price of one coin in US dollars ×1e18, by its symbol. */
export type CoinPrice = (symbol: string) => Promise<bigint>;

/**
 * Freehold's accounts on chain. registrar: signs registrations (EIP-712). feeder: writes prices. relayer: pays for
 * Freehold's own transactions. collector: an address only, which receives zkSync Lite and TON payments.
 */
export type EvmRole = "registrar" | "feeder" | "relayer" | "collector";

export interface EvmChain {
  readonly key: ChainKey;
  readonly chain: Chain;
  /** Chain ID for wallets: the chain's own, or that of its test network if configured. */
  readonly chainId: number;
  /** Number of blocks, including its own, after which an event is final. */
  readonly confirmations: number;
  /** JSON-RPC URL for browsers and wallets; root-relative for local chains ("/chain/polygon"). */
  readonly rpcUrl: string;
  /** Known before the chain's first start. */
  readonly contracts: ContractAddresses;
  /** First block that can contain relevant events. */
  readonly startBlock: number;
  /**
   * Returns a client of the node, starting a local chain if needed. Never contacts any other host (no fee plug-ins).
   */
  connect(): Promise<JsonRpcProvider>;
  /** Returns a signer for one of Freehold's accounts, funded for gas on local chains. Orders nonces. */
  signer(role: EvmRole): Promise<Wallet>;
  /** Returns false only for a local chain without any blocks: there is nothing to search. */
  hasHistory(): Promise<boolean>;
}

export interface Evm {
  /** Whether the chains are local. */
  readonly embedded: boolean;
  readonly chains: readonly EvmChain[];
  find(key: string): EvmChain | undefined;
  /**
   * Calls back when a chain has new blocks: immediately on local chains, by polling on public ones. Returns a function
   * that removes the listener.
   */
  onBlocks(listener: (key: ChainKey) => void): () => void;
  /**
   * Handles JSON-RPC 2.0 of wallets and pages, single or batch, with the gateway's method allow list. Accepted
   * transactions are durable before the response. Undefined for public chains: wallets connect to them directly.
   */
  readonly handle: ((key: string, body: unknown) => Promise<unknown>) | undefined;
  /**
   * Sends test coins (the chain's own and the stablecoin; on Boost's chain its token too) to an address. Undefined for
   * public chains.
   */
  readonly faucet:
    | ((key: ChainKey, address: string, gift?: { readonly withTokens: boolean }) => Promise<void>)
    | undefined;
  /** Rejects while the node of a local chain gives no sign of life. */
  ready?(): Promise<void>;
  close(): Promise<void>;
}
