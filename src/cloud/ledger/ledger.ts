/**
 * LAND and points: a double-entry ledger in the cloud's own database. Every movement is one immutable transfer between two
 * accounts, made once under its id; amounts are integers (LAND×1e18; points×1). Sum of all accounts: always zero.
 */
import type { Db, Trx } from "../engines/database/database.ts";

export type Unit = "LAND" | "POINT";

/**
 * world: what came from chains. suspense: deposits for an account nobody has. revenue: what was used, by resource. bonus and voucher:
 * what the cloud gave. adjustment: what an operator put right. debt: what a chain took back after it was spent.
 */
export type SystemAccount = "world" | "suspense" | "revenue" | "bonus" | "voucher" | "adjustment" | "debt";

export type AccountRef =
  { readonly teamId: string; readonly unit: Unit } | { readonly system: SystemAccount; readonly unit: Unit };

export interface Posting {
  /** A UUID; posting it again returns the first transfer, and throws if anything else of it differs. */
  readonly id: string;
  readonly from: AccountRef;
  readonly to: AccountRef;
  readonly amount: bigint;
  /** What it was for, in the words of the statement's rows. */
  readonly reason: string;
  /** What it refers to: transaction, resource, hour, price version … JSON. */
  readonly ref?: Readonly<Record<string, unknown>>;
}

export interface Transfer extends Posting {
  readonly createdAt: Date;
}

export interface Hold {
  readonly id: string;
  readonly amount: bigint;
}

export interface Ledger {
  /** Throws INSUFFICIENT_LAND (10002) when a team's account would go below its limit (0, holds counted). */
  post(trx: Trx, posting: Posting): Promise<Transfer>;
  /** Sets an amount aside for work whose cost is not known yet. Throws INSUFFICIENT_LAND. */
  hold(trx: Trx, posting: Posting): Promise<Hold>;
  /** Ends a hold once: takes `amount` (at most what was held), gives the rest back. */
  capture(trx: Trx, holdId: string, amount: bigint): Promise<Transfer>;
  /** Ends a hold without taking anything. */
  release(trx: Trx, holdId: string): Promise<void>;
  /** What a team can spend now: its balance less its holds. */
  available(db: Db, teamId: string, unit?: Unit): Promise<bigint>;
}
