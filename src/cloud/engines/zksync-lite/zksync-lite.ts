/**
 * The engine of zkSync Lite: a ledger of the cloud's own that speaks as the network did, or the network itself by ZKSYNC_LITE_URL. That
 * one closed on 4 May 2026: what happened before can be read there, and nothing can be sent.
 */
export interface ZkSyncLite {
  readonly isEmbedded: boolean;
  /** The newest transactions of an account (0x), newest first, at most 100. Throws when the network cannot be asked. */
  transactions(address: string): Promise<readonly LiteTransaction[]>;
  /** What pages and programs ask; undefined where the ledger is not the cloud's own. */
  readonly front: LiteFront | undefined;
  /** Gives test ETH to an address; undefined where the ledger is not the cloud's own. */
  readonly faucet: ((address: string) => Promise<void>) | undefined;
}

export interface LiteFront {
  /** Answers one request of JSON-RPC 2.0. Never throws for what a client sent. */
  answer(request: unknown): Promise<unknown>;
  /** A page of an account's history, as version 0.2 of the REST API has it; undefined for a query that it does not know. */
  history(address: string, query: unknown): Promise<unknown>;
}

/** As the network's REST API gives it. */
export interface LiteTransaction {
  readonly txHash: string;
  /** "committed" and "finalized" are there to stay. */
  readonly status: string;
  /** What it does: of a transfer `type`, `from`, `to`, `token` and `amount` (wei, decimal). */
  readonly op: Readonly<Record<string, unknown>>;
}
