import type { Generated } from "kysely";

/** The embedded chain's history: the only persisted data; its state is derived. */
export interface SolanaTransactionTable {
  /** One transaction per slot, without gaps. */
  slot: number;
  signature: string;
  kind: "transaction" | "airdrop";
  /** In the chain's wire format; empty for an airdrop. */
  raw: Buffer | null;
  /** Amount of an airdrop. */
  lamports: string | null;
  accounts: string[];
  memo: string | null;
  created_at: Generated<Date>;
}

declare module "../database/tables.ts" {
  interface Tables {
    solana_transaction: SolanaTransactionTable;
  }
}
