import type { Generated } from "kysely";
import type { ChainKey } from "../../../../resources/chains.ts";

/** Read position of a chain. Updates lock its row and state the expected position. */
export interface ChainCursorTable {
  chain: ChainKey;
  next_block: bigint;
}

/** The newest blocks read: their hashes reveal reorganizations. */
export interface ChainBlockTable {
  chain: ChainKey;
  number: bigint;
  hash: string;
}

export type ChainEventKind = "MINT" | "PURCHASE" | "REGISTER";
/** SEEN: in an unconfirmed block. ORPHANED: the block was dropped. SETTLED: handled. REVERSED: reverted after that. */
export type ChainEventStatus = "SEEN" | "ORPHANED" | "SETTLED" | "REVERSED";

/** An event of our contracts, identified by its transaction and its index among our events there. */
export interface ChainEventTable {
  id: string;
  chain: ChainKey;
  tx_hash: string;
  position: number;
  kind: ChainEventKind;
  block_number: bigint;
  block_hash: string;
  /** By name, as the contract emitted them: addresses and bytes as hex, numbers as decimals. */
  fields: Record<string, string>;
  status: ChainEventStatus;
  /** Number of previous reversals. */
  round: Generated<number>;
  seen_at: Generated<Date>;
  settled_at: Date | null;
}

declare module "../../engines/database/tables.ts" {
  interface Tables {
    chain_cursor: ChainCursorTable;
    chain_block: ChainBlockTable;
    chain_event: ChainEventTable;
  }
}
