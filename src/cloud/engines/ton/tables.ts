import type { Generated } from "kysely";

/** The local devnet's history: every accepted external message. Accounts and transactions follow from it. */
export interface TonMessageTable {
  /** From 1, without gaps. */
  seq: bigint;
  /** 64 hexadecimal digits. */
  hash: string;
  /** Unix seconds. */
  at: bigint;
  /** Logical time of the last resulting transaction. */
  last_lt: bigint;
  /** Bag of cells, as sent. */
  boc: Buffer;
}

/** The current state of an account: a ShardAccount, as a bag of cells. */
export interface TonAccountTable {
  /** Workchain and 64 hexadecimal digits. */
  address: string;
  boc: Buffer;
}

export interface TonTransactionTable {
  lt: bigint;
  address: string;
  hash: string;
  boc: Buffer;
}

/** Secret from which the keys of Freehold's accounts are derived. */
export interface TonKeyTable {
  only_one: Generated<boolean>;
  sealed: Buffer;
}

declare module "../database/tables.ts" {
  interface Tables {
    ton_message: TonMessageTable;
    ton_account: TonAccountTable;
    ton_transaction: TonTransactionTable;
    ton_key: TonKeyTable;
  }
}
