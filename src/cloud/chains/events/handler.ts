/** Handlers of chain events. */
import type { ChainKey } from "../../../../resources/chains/chains.ts";
import type { Db, Trx } from "../../engines/database/database.ts";

export interface ChainEvent {
  /** Derived from chain, transaction and position: always the same for an event. */
  readonly id: string;
  readonly chain: ChainKey;
  readonly txHash: string;
  readonly blockNumber: number;
  readonly fields: Readonly<Record<string, string>>;
  /** Number of previous reversals: a repeated action needs another id. */
  readonly round: number;
}

/** Runs after the commit: sockets, notices. */
export type Effect = () => void;

/**
 * Each runs in the transaction that records it, so exactly once. A dropped or reversed event may be seen again with
 * other fields. Errors are retried.
 */
export interface EventHandler {
  /** The event is in a block. */
  seen(trx: Trx, event: ChainEvent): Promise<Effect | undefined>;
  /** Its block was dropped before it was settled. */
  dropped(trx: Trx, event: ChainEvent): Promise<Effect | undefined>;
  /** More blocks, but still unconfirmed. Not recorded, so without a transaction. */
  waits?(db: Db, event: ChainEvent): Promise<Effect | undefined>;
  /** The event is confirmed. */
  settled(trx: Trx, event: ChainEvent): Promise<Effect | undefined>;
  /** The chain reorganized beyond the confirmations, after it was settled. */
  reversed(trx: Trx, event: ChainEvent): Promise<Effect | undefined>;
}
