/**
 * Facts about a team's usage at a moment, which determine its cost. All amounts are in base units: bytes, seconds,
 * units.
 */
import type { BilledService } from "../../../../../resources/billing/packages.ts";
import type { MeteredResource } from "../../../../../resources/limits.ts";
import type { Micros } from "../charges/moments.ts";

export interface GrantFact {
  readonly id: string;
  readonly resource: MeteredResource;
  /** The trial or a month of the account's package; not an add-on. */
  readonly isOfAccount: boolean;
  readonly amount: bigint;
  /** Consumed and settled amount; a level (IPFS_STORAGE) consumes nothing. */
  readonly consumed: bigint;
  readonly startsAt: Micros;
  readonly endsAt: Micros | undefined;
}

/** Unsettled usage in an hour. */
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

/** Stored bytes since the last settlement. */
export interface StorageFact {
  readonly settledAt: Micros;
  readonly settledBytes: bigint;
  /** Highest level ever paid for, of permanent storage (AR_STORAGE). */
  readonly paidBytes: bigint;
  /** In chronological order. */
  readonly changes: readonly LevelChange[];
}

export interface Price {
  readonly version: bigint;
  readonly resource: MeteredResource;
  /** LAND×1e18 per `per` base units; for IPFS_STORAGE, per `per` bytes × microseconds. */
  readonly land: bigint;
  readonly per: bigint;
  readonly startsAt: Micros;
}

export interface Facts {
  /** Earliest expiry first. */
  readonly grants: readonly GrantFact[];
  readonly usage: readonly UsageFact[];
  readonly ipfs: StorageFact | undefined;
  readonly arweave: StorageFact | undefined;
  /** In order of their start. */
  readonly prices: readonly Price[];
}
