/** The Solana engine: a local devnet behind a small JSON-RPC, or a remote node set by SOLANA_RPC_URL. */
export interface Solana {
  /** The operator's vote account, base58; undefined for a remote chain without one. */
  readonly voteAccount: string | undefined;
  /** Whether this is the local devnet, whose lamports have no value. */
  readonly isEmbedded: boolean;
  /** Answers one JSON-RPC 2.0 request or a batch, like the Solana RPC. Never throws on client input. */
  answer(request: unknown): Promise<unknown>;
  /**
   * Returns a successful transaction; undefined for an unknown signature (base58). Throws when the node is unavailable.
   */
  transaction(signature: string): Promise<SolanaTransaction | undefined>;
}

/** The parts of a transaction that linking an address needs. */
export interface SolanaTransaction {
  /** Addresses that signed, the payer first. */
  readonly signers: readonly string[];
  /** All addresses in it. */
  readonly accounts: readonly string[];
  /** The texts of its memo instructions. */
  readonly memos: readonly string[];
}
