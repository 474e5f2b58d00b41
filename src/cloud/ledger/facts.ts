/** What is known of a team's use at a moment, from which follows what it costs. All amounts in base units: bytes, seconds, units. */
import type { BilledService } from "../../../resources/billing/packages.ts";
import type { MeteredResource } from "../../../resources/limits.ts";
import type { Micros } from "./moments.ts";

export interface GrantFact {
  readonly id: string;
  readonly resource: MeteredResource;
  readonly amount: bigint;
  /** What of it is used up and settled; a level (IPFS_STORAGE) uses up nothing. */
  readonly consumed: bigint;
  readonly startsAt: Micros;
  readonly endsAt: Micros | undefined;
}

/** Used in an hour, and not settled. */
export interface UsageFact {
  readonly resource: MeteredResource;
  readonly subject: string;
  readonly service: BilledService;
  readonly hour: Micros;
  readonly amount: bigint;
}

export interface LevelChange {
  readonly at: Micros;
  readonly sizeBytes: bigint;
}

/** What was in store since it was settled. */
export interface StorageFact {
  readonly settledAt: Micros;
  readonly settledBytes: bigint;
  /** The most that was ever paid for, where that is forever (AR_STORAGE). */
  readonly paidBytes: bigint;
  /** In their order. */
  readonly changes: readonly LevelChange[];
}

export interface Price {
  readonly version: bigint;
  readonly resource: MeteredResource;
  /** LAND×1e18 for `per` base units; of IPFS_STORAGE, for `per` bytes times microseconds. */
  readonly land: bigint;
  readonly per: bigint;
  readonly startsAt: Micros;
}

export interface Facts {
  /** In the order in which they are spent: the soonest to end first. */
  readonly grants: readonly GrantFact[];
  readonly usage: readonly UsageFact[];
  readonly ipfs: StorageFact | undefined;
  readonly arweave: StorageFact | undefined;
  /** In the order in which they begin. */
  readonly prices: readonly Price[];
}
