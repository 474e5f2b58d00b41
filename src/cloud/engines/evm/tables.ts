import type { ColumnType, Generated, Insertable, JSONColumnType, Selectable } from "kysely";

/** PostgreSQL's bigint. */
type Whole = ColumnType<bigint, bigint | number>;

/** The history of a chain of the cloud's own: what each block was made of. Its state follows from it. */
export interface EvmBlockTable {
  chain: string;
  /** From 1, without gaps; the genesis block follows from the settings. */
  number: number;
  /** Unix seconds. */
  timestamp: Whole;
  /** Signed, in the order in which they are given to the node. */
  transactions: Buffer[];
  /** What the node made of it; null until one has. */
  hash: string | null;
}

/** A signed transaction that was accepted and is in no block yet. */
export interface EvmPendingTable {
  chain: string;
  sender: string;
  nonce: Whole;
  /** Order of acceptance. */
  seq: Generated<bigint>;
  hash: string;
  gas_limit: Whole;
  raw: Buffer;
  created_at: Generated<Date>;
}

/** Secret from which the keys of the cloud's accounts are made, with what is public of them. */
export interface EvmKeyTable {
  only_one: Generated<boolean>;
  /** Unix seconds; the time of every chain's first block. */
  genesis_at: Whole;
  addresses: JSONColumnType<Record<string, string>>;
  sealed: Buffer;
}

export type EvmBlockRow = Selectable<EvmBlockTable>;
export type EvmPendingRow = Selectable<EvmPendingTable>;
export type NewPending = Insertable<EvmPendingTable>;

declare module "../database/tables.ts" {
  interface Tables {
    evm_block: EvmBlockTable;
    evm_pending: EvmPendingTable;
    evm_key: EvmKeyTable;
  }
}
