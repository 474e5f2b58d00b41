import type { ColumnType, Generated, JSONColumnType, Selectable } from "kysely";
import type { RollupRole } from "../../../../resources/raas/rollups.ts";

/** PostgreSQL's bigint. */
type Whole = ColumnType<bigint, bigint | number>;

/** A local rollup. */
export interface RollupChainTable {
  id: string;
  chain_id: Whole;
  name: string;
  framework: string;
  settlement: string;
  /** Unix seconds of block 0. */
  genesis_at: Whole;
  /** Seconds. */
  withdraw_period: number;
  addresses: JSONColumnType<Record<string, string>>;
  /** The secret from which its keys are derived, encrypted. */
  sealed: Buffer;
  state: Generated<"MAKING" | "RUNNING" | "STOPPED">;
  /** Last blocks of the settlement chain and of the rollup that were read for events. */
  settled_block: Generated<number>;
  seen_block: Generated<number>;
  /** Last own blocks in a batch and in an output. */
  batched: Generated<number>;
  /** Unix seconds. */
  batch_at: ColumnType<bigint | null, number | undefined, number>;
  proposed: Generated<number>;
  /** Wei, at its last block. */
  gas_price: ColumnType<string, string | undefined>;
  created_at: Generated<Date>;
}

export interface RollupLogTable {
  rollup_id: string;
  role: RollupRole;
  /** From 0, without gaps. */
  line: number;
  content: string;
  at: Generated<Date>;
}

/** An output posted by the proposer on the settlement chain. */
export interface RollupOutputTable {
  rollup_id: string;
  index: number;
  block: number;
  /** Unix seconds. */
  at: Whole;
}

export interface RollupDepositTable {
  rollup_id: string;
  index: number;
  /** Addresses are in lower case. */
  sender: string;
  recipient: string;
  amount: string;
  /** Transaction on the settlement chain. */
  hash: string;
  at: Whole;
  /** Transaction on the rollup. */
  paid_hash: ColumnType<string | null, string | undefined, string>;
}

export interface RollupWithdrawalTable {
  rollup_id: string;
  index: number;
  sender: string;
  recipient: string;
  amount: string;
  /** Transaction on the rollup. */
  hash: string;
  block: number;
  at: Whole;
  /** Root of all withdrawals up to this one. */
  root: string;
  /** Transaction on the settlement chain. */
  paid_hash: ColumnType<string | null, string | undefined, string>;
}

export type RollupRow = Selectable<RollupChainTable>;
export type WithdrawalRow = Selectable<RollupWithdrawalTable>;

declare module "../database/tables.ts" {
  interface Tables {
    rollup_chain: RollupChainTable;
    rollup_log: RollupLogTable;
    rollup_output: RollupOutputTable;
    rollup_deposit: RollupDepositTable;
    rollup_withdrawal: RollupWithdrawalTable;
  }
}
