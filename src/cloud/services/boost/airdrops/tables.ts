import type { ColumnType, Generated } from "kysely";

/** Millionths of what is given; times in Unix seconds. */
export interface BoostAirdropTable {
  id: string;
  name: string;
  total: string;
  snapshot_at: ColumnType<bigint, number, number>;
  /** When the shares were counted; none after that is another. */
  frozen_at: ColumnType<bigint | null, never, number>;
  /** Sum of the shares: the total, less what rounding down leaves. */
  shared: Generated<string>;
  created_at: Generated<Date>;
}

interface BoostAirdropShareTable {
  airdrop_id: string;
  node_id: string;
  /** Micro-points at the snapshot. */
  points: string;
  share: string;
}

declare module "../../../engines/database/tables.ts" {
  interface Tables {
    boost_airdrop: BoostAirdropTable;
    boost_airdrop_share: BoostAirdropShareTable;
  }
}
