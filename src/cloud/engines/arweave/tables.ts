/** The embedded weave: transactions and the items of bundles, blocks, wallets, and chunks of data that is not whole yet. */
import type { Generated } from "kysely";

export interface ArweaveTransactionTable {
  id: string;
  /** In the order of arrival; an item of a bundle comes after the bundle. */
  seq: Generated<bigint>;
  /** The transaction that holds this one as an item. */
  bundle_id: string | null;
  owner_address: string;
  /** What GET /tx/{id} answers; of an item, the same fields as far as it has them. */
  header: unknown;
  data_root: string;
  data_size: bigint;
  /** Binary CID of the file in the block store, once all of the data is there; of an item, that of the bundle. */
  data_cid: Buffer | null;
  /** Where in that file the data begins. */
  data_offset: Generated<bigint>;
  /** Of its block; null until it is mined. */
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
  /** Offset behind the chunk's last byte. */
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
