import type { ColumnType, Generated, JSONColumnType } from "kysely";

/** An account of the embedded ledger. Addresses are lowercase, amounts in wei. */
export interface ZkSyncAccountTable {
  address: string;
  id: Generated<number>;
  balance: Generated<string>;
  nonce: Generated<number>;
  /** "sync:" and the hash of its signing key; null until it has one. */
  key_hash: string | null;
}

export interface ZkSyncTransactionTable {
  /** One transaction per block, without gaps. */
  block: number;
  hash: string;
  sender: string;
  recipient: string;
  /** As the REST API returns it. */
  op: JSONColumnType<Record<string, unknown>>;
  created_at: ColumnType<Date, never, never>;
}

declare module "../database/tables.ts" {
  interface Tables {
    zksync_account: ZkSyncAccountTable;
    zksync_transaction: ZkSyncTransactionTable;
  }
}
