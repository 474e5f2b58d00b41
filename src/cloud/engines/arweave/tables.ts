/** Tables of the embedded weave: transactions, bundle items, blocks, wallets and the chunks of incomplete data. */
import type { Generated } from "kysely";

export interface ArweaveTransactionTable {
  id: string;
  /** Arrival order; a bundle item follows its bundle. */
  seq: Generated<bigint>;
  /** The transaction that contains this item. */
  bundle_id: string | null;
  owner_address: string;
  /** The response of GET /tx/{id}; for an item, the fields that it has. */
  header: unknown;
  data_root: string;
  data_size: bigint;
  /** Binary CID of the file in the block store, once the data is complete; for an item, the bundle's. */
  data_cid: Buffer | null;
  /** Offset of the data in that file. */
  data_offset: Generated<bigint>;
  /** Block height; null until the transaction is mined. */
  height: bigint | null;
  created_at: Generated<Date>;
}

export interface ArweaveTagTable {
  transaction_id: string;
  name: string;
  value: string;
}

export interface ArweaveBlockTable {
  height: bigint;
  /** base64url of 48 bytes. */
  id: string;
  created_at: Generated<Date>;
}

export interface ArweaveWalletTable {
  address: string;
  winston: string;
  last_tx: Generated<string>;
}

export interface ArweaveChunkTable {
  data_root: string;
  /** Offset of the chunk's end. */
  ends_at: bigint;
  bytes: Buffer;
}

declare module "../database/tables.ts" {
  interface Tables {
    arweave_transaction: ArweaveTransactionTable;
    arweave_tag: ArweaveTagTable;
    arweave_block: ArweaveBlockTable;
    arweave_wallet: ArweaveWalletTable;
    arweave_chunk: ArweaveChunkTable;
  }
}
