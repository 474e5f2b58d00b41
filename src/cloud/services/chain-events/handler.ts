/** Who acts on events of chains, and when. */
import type { ChainKey } from "../../../../resources/chains.ts";
import type { Db, Trx } from "../../engines/database/database.ts";

export interface ChainEvent {
  /** Follows from chain, transaction and place: the same event always has the same. */
  readonly id: string;
  readonly chain: ChainKey;
  readonly txHash: string;
  readonly blockNumber: number;
  readonly fields: Readonly<Record<string, string>>;
  /** How often it was reversed before: what is done again needs another id. */
  readonly round: number;
}

/** Runs once the transaction has committed: sockets, notices. */
export type Effect = () => void;

/**
 * Each in the transaction that notes it, so that it happens once. An event may be seen again with other fields, after it was dropped or
 * reversed. What throws is tried again.
 */
export interface EventHandler {
  /** It stands in a block. */
  seen(trx: Trx, event: ChainEvent): Promise<Effect | undefined>;
  /** Its block was left before it was settled. */
  dropped(trx: Trx, event: ChainEvent): Promise<Effect | undefined>;
  /** The chain has grown, and it still takes more confirmations. Noted nowhere, so it is no transaction's. */
  waits?(db: Db, event: ChainEvent): Promise<Effect | undefined>;
  /** It has its confirmations. */
  settled(trx: Trx, event: ChainEvent): Promise<Effect | undefined>;
  /** The chain took another way after it was settled, deeper than its confirmations. */
  reversed(trx: Trx, event: ChainEvent): Promise<Effect | undefined>;
}
