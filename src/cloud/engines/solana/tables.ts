import type { Generated } from "kysely";

/** The embedded chain's history: the only thing that is kept; its state follows from it. */
export interface SolanaTransactionTable {
  /** One transaction a slot, without gaps. */
  slot: number;
  signature: string;
  kind: "transaction" | "airdrop";
  /** In the chain's wire format; of an airdrop, nothing. */
  raw: Buffer | null;
  /** Of an airdrop. */
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
