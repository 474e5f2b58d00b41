import type { Generated } from "kysely";
import type { ChainKey } from "../../../../resources/chains.ts";

/** How far a chain has been read. Whoever moves it holds its row and says where it stood. */
export interface ChainCursorTable {
  chain: ChainKey;
  next_block: bigint;
}

/** The newest blocks that were read: by their hashes it is seen where a chain has taken another way. */
export interface ChainBlockTable {
  chain: ChainKey;
  number: bigint;
  hash: string;
}

export type ChainEventKind = "MINT" | "PURCHASE" | "REGISTER";
/** SEEN: in a block that may still be taken back. ORPHANED: it was. SETTLED: acted upon. REVERSED: taken back after that. */
export type ChainEventStatus = "SEEN" | "ORPHANED" | "SETTLED" | "REVERSED";

/** What one of our contracts has said, known by its transaction and its place among our events of that transaction. */
export interface ChainEventTable {
  id: string;
  chain: ChainKey;
  tx_hash: string;
  position: number;
  kind: ChainEventKind;
  block_number: bigint;
  block_hash: string;
  /** By name, as the contract gave them: addresses and bytes as hex, numbers as decimals. */
  fields: Record<string, string>;
  status: ChainEventStatus;
  /** How often it was reversed before. */
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
