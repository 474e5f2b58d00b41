import type { Generated } from "kysely";

/** The history of the cloud's own chain: every external message that a contract has taken. Accounts and transactions follow from it. */
export interface TonMessageTable {
  /** From 1, without gaps. */
  seq: bigint;
  /** 64 hexadecimal digits. */
  hash: string;
  /** Unix seconds. */
  at: bigint;
  /** Logical time of the last transaction that came of it. */
  last_lt: bigint;
  /** Bag of cells, as it was sent. */
  boc: Buffer;
}

/** What an account is now: a ShardAccount, as a bag of cells. */
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

/** Secret from which the keys of the cloud's accounts are made. */
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
