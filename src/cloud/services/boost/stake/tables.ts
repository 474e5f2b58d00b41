import type { ColumnType } from "kysely";

/** What a wallet had at a block. A wallet counts for one node only: its address is the key. */
interface BoostStakeTable {
  /** Checksummed. */
  address: string;
  node_id: string;
  /** Tokens ×1e18. */
  staked: string;
  held: string;
  /** JSON: ids of staked NFTs. */
  nfts: ColumnType<readonly string[], string, string>;
  block_number: ColumnType<bigint, number, number>;
  read_at: Date;
  /** Read on the local devnet, whose tokens come free from its faucet. */
  embedded: ColumnType<boolean, boolean, boolean>;
}

/** The last confirmed block scanned for stakes and transfers. */
interface BoostStakeCursorTable {
  chain: string;
  next_block: ColumnType<bigint, number, number>;
}

declare module "../../../engines/database/tables.ts" {
  interface Tables {
    boost_stake: BoostStakeTable;
    boost_stake_cursor: BoostStakeCursorTable;
  }
}
