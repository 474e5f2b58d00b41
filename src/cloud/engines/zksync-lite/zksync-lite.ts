/**
 * The zkSync Lite engine: a local ledger compatible with the network, or the network at ZKSYNC_LITE_URL. The network
 * closed on 4 May 2026: its history is readable, but nothing can be sent.
 */
export interface ZkSyncLite {
  readonly isEmbedded: boolean;
  /**
   * Returns an account's (0x) newest transactions, newest first, at most 100. Throws when the network is unavailable.
   */
  transactions(address: string): Promise<readonly LiteTransaction[]>;
  /** Endpoints for pages and programs; undefined for the external network. */
  readonly handler: LiteHandler | undefined;
  /** Sends test ETH to an address; undefined for the external network. */
  readonly faucet: ((address: string) => Promise<void>) | undefined;
}

export interface LiteHandler {
  /** Answers one JSON-RPC 2.0 request. Never throws on client input. */
  answer(request: unknown): Promise<unknown>;
  /** Returns a page of an account's history, as in version 0.2 of the REST API; undefined for an unsupported query. */
  history(address: string, query: unknown): Promise<unknown>;
}

/** As the network's REST API returns it. */
export interface LiteTransaction {
  readonly txHash: string;
  /** "committed" and "finalized" are final. */
  readonly status: string;
  /** Operation: for a transfer `type`, `from`, `to`, `token` and `amount` (wei, decimal). */
  readonly op: Readonly<Record<string, unknown>>;
}
