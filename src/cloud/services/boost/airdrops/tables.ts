import type { ColumnType, Generated } from "kysely";

/** Amounts in millionths; times in Unix seconds. */
export interface BoostAirdropTable {
  id: string;
  name: string;
  total: string;
  snapshot_at: ColumnType<bigint, number, number>;
  /** When the shares were calculated. Later airdrops are separate. */
  frozen_at: ColumnType<bigint | null, never, number>;
  /** Sum of the shares: the total minus what rounding down leaves. */
  shared: Generated<string>;
  created_at: Generated<Date>;
}

interface BoostAirdropShareTable {
  airdrop_id: string;
  node_id: string;
  /** Micro-points at the snapshot. */
  points: string;
  share: string;
  /** Paid part of the share. */
  paid: Generated<string>;
  /** Time and wallet of the last payout. */
  paid_at: Date | null;
  paid_to: string | null;
}

declare module "../../../engines/database/tables.ts" {
  interface Tables {
    boost_airdrop: BoostAirdropTable;
    boost_airdrop_share: BoostAirdropShareTable;
  }
}
