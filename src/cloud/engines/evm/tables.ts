import type { ColumnType, Generated, Insertable, JSONColumnType, Selectable } from "kysely";

/** PostgreSQL's bigint. */
type Whole = ColumnType<bigint, bigint | number>;

/** History of a local chain: the content of each block. The chain's state follows from it. */
export interface EvmBlockTable {
  chain: string;
  /** From 1, without gaps; the genesis block follows from the settings. */
  number: number;
  /** Unix seconds. */
  timestamp: Whole;
  /** Signed, in the order in which the node executes them. */
  transactions: Buffer[];
  /** Block hash from the node; null until a node has created the block. */
  hash: string | null;
}

/** An accepted transaction that is not in a block yet. */
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

/** The secret of Freehold's account keys, with their public data. */
export interface EvmKeyTable {
  only_one: Generated<boolean>;
  /** Unix seconds; the time of every chain's genesis block. */
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
