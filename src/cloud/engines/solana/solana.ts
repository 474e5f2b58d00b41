/** The Solana engine: a chain of the cloud's own behind a small JSON-RPC, or a remote one by SOLANA_RPC_URL. */
export interface Solana {
  /** The operator's vote account, base58; undefined when a remote chain is used without one. */
  readonly voteAccount: string | undefined;
  /** The chain is this cloud's own, and its lamports are worth nothing. */
  readonly isEmbedded: boolean;
  /** Answers one JSON-RPC 2.0 request or a batch of them, as the Solana RPC does. Never throws for what a client sent. */
  answer(request: unknown): Promise<unknown>;
  /** A transaction that succeeded; undefined when the chain knows none of this signature (base58). Throws when it cannot be asked. */
  transaction(signature: string): Promise<SolanaTransaction | undefined>;
}

/** What a transaction says, as far as binding an address needs it. */
export interface SolanaTransaction {
  /** Addresses that signed, the payer first. */
  readonly signers: readonly string[];
  /** Every address that it names. */
  readonly accounts: readonly string[];
  /** The texts of its memo instructions. */
  readonly memos: readonly string[];
}
