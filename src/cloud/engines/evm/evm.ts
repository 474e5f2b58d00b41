/**
 * The EVM engine: chains of the cloud's own (one anvil process each, started when first needed, behind a JSON-RPC gateway that
 * shows no development methods), or public chains by settings. Services read chains and send transactions only through this.
 */
import type { JsonRpcProvider, Wallet } from "ethers";
import type { Chain, ChainKey } from "../../../../resources/chains.ts";
import type { ContractAddresses } from "../../../../resources/contracts.ts";

/**
 * The cloud's own accounts on chain. registrar: vouches for registrations (EIP-712). feeder: writes prices. relayer: pays for what the cloud
 * itself sends. collector: only an address, to which zkSync Lite and TON payments go.
 */
export type EvmRole = "registrar" | "feeder" | "relayer" | "collector";

export interface EvmChain {
  readonly key: ChainKey;
  readonly chain: Chain;
  /** What wallets must report: the chain's own id, or its test network's when the settings say so. */
  readonly chainId: number;
  /** Blocks after which an event counts, its own among them. */
  readonly confirmations: number;
  /** Where browsers and wallets send JSON-RPC: root-relative on the cloud's own chains ("/chain/polygon"). */
  readonly rpcUrl: string;
  /** Known before the chain has ever run. */
  readonly contracts: ContractAddresses;
  /** First block that can hold an event of ours. */
  readonly startBlock: number;
  /** A client of the node; starts the chain when it is the cloud's own. Never asks any other host (no fee plug-ins). */
  connect(): Promise<JsonRpcProvider>;
  /** Signs as one of the cloud's accounts, which has enough to pay for gas on its own chains. Nonces are kept in order. */
  signer(role: EvmRole): Promise<Wallet>;
  /** False only for a chain of the cloud's own on which nothing has ever happened: there is nothing to look for. */
  hasHistory(): Promise<boolean>;
}

export interface Evm {
  /** Whether the chains are the cloud's own. */
  readonly embedded: boolean;
  readonly chains: readonly EvmChain[];
  find(key: string): EvmChain | undefined;
  /** Calls back when a chain has new blocks; at once on the cloud's own, by polling on public ones. Returns the way to stop. */
  onBlocks(listener: (key: ChainKey) => void): () => void;
  /**
   * JSON-RPC 2.0 for wallets and pages, single or batch, with the gateway's whitelist of methods. What it accepts is durable before it replies.
   * undefined where the chains are public: wallets have their own way there.
   */
  readonly handle: ((key: string, body: unknown) => Promise<unknown>) | undefined;
  /** Gives test coins (the chain's own and the stablecoin, on Boost's chain its token too) to an address. undefined where the chains are public. */
  readonly faucet:
    ((key: ChainKey, address: string, gift?: { readonly withTokens: boolean }) => Promise<void>) | undefined;
  close(): Promise<void>;
}
