/**
 * LAND and points: a double-entry ledger in the server's own database. Every movement is one immutable transfer between two
 * accounts, made once under its id; amounts are integers (LAND×1e18; points×1). Sum of all accounts: always zero.
 */
import type { Db, Trx } from "../engines/database/database.ts";

export type Unit = "LAND" | "POINT";

/**
 * world: what came from chains. suspense: deposits for an account nobody has. revenue: what was used, by resource. bonus and voucher:
 * what the server gave. adjustment: what an operator put right. debt: what a chain took back after it was spent.
 */
export type SystemAccount = "world" | "suspense" | "revenue" | "bonus" | "voucher" | "adjustment" | "debt";

export type AccountRef =
  | { readonly teamId: string; readonly unit: Unit }
  /** `ofTeam` keeps what one team owes apart; with `debt` only. */
  | { readonly system: SystemAccount; readonly unit: Unit; readonly ofTeam?: string };

export interface Posting {
  /** A UUID; posting it again returns the first transfer, and throws if anything else of it differs. */
  readonly id: string;
  readonly from: AccountRef;
  readonly to: AccountRef;
  readonly amount: bigint;
  /** The reason, as shown in statement rows. */
  readonly reason: string;
  /** What it refers to: transaction, resource, hour, price version … JSON. */
  readonly ref?: Readonly<Record<string, unknown>>;
}

export interface Transfer extends Posting {
  readonly createdAt: Date;
}

export interface Holding extends Posting {
  /** When the hold expires and its amount is released. Default: one day from now. */
  readonly expiresAt?: Date;
}

export interface Hold {
  readonly id: string;
  readonly amount: bigint;
}

export interface Collected {
  /** What the team could pay. */
  readonly paid: bigint;
  /** What it owes from now on. Paid first of what it next gets. */
  readonly owed: bigint;
}

/**
 * Throws `LedgerConflict` when an id, or a hold's end, was reused for something else: an internal error. A refusal writes nothing, so
 * the transaction can continue.
 */
export interface Ledger {
  /**
   * Throws INSUFFICIENT_LAND (10002) or INSUFFICIENT_POINTS when a team's account would go below its limit (0, holds counted). LAND
   * that a team gets first pays what it owes, in the same transaction.
   */
  post(trx: Trx, posting: Posting): Promise<Transfer>;
  /** Takes LAND from a team as far as it has any; the rest comes from the team's debt account. Never refused for want of LAND. */
  collect(trx: Trx, posting: Posting & { readonly from: { readonly teamId: string } }): Promise<Collected>;
  /** Sets an amount aside for work whose cost is not known yet. Throws INSUFFICIENT_LAND. */
  hold(trx: Trx, holding: Holding): Promise<Hold>;
  /** Ends a hold once: takes `amount` (at most what was held), gives the rest back. Twice with the same amount is once. */
  capture(trx: Trx, holdId: string, amount: bigint): Promise<Transfer>;
  /** Ends a hold without taking anything. */
  release(trx: Trx, holdId: string): Promise<void>;
  /** Moves all LAND and points of a team, without holds and debts, to another team. Its movements are then listed with the other's. */
  merge(trx: Trx, fromTeam: string, toTeam: string): Promise<void>;
  /** Gives back what was set aside for too long. Returns how many holds that were. */
  releaseExpired(db: Db): Promise<number>;
  /** What a team can spend now: its balance less its holds. */
  available(db: Db, teamId: string, unit?: Unit): Promise<bigint>;
  /** What a team has, what of it is set aside, and what it owes. */
  balances(db: Db, teamId: string, unit?: Unit): Promise<AccountBalances>;
}

export interface AccountBalances {
  readonly balance: bigint;
  readonly held: bigint;
  readonly owed: bigint;
}

export class LedgerConflict extends Error {
  override readonly name = "LedgerConflict";
}
