/**
 * LAND and points: a double-entry ledger in the server's database. Every movement is one immutable transfer between two
 * accounts, created once per ID; amounts are integers (LAND×1e18; points×1). The sum of all accounts is always zero.
 */
import type { Db, Trx } from "../../engines/database/database.ts";

export type Unit = "LAND" | "POINT";

/**
 * world: from chains. suspense: deposits without an account. revenue: usage, by resource. bonus and voucher: granted by
 * the server. adjustment: corrections by an operator. debt: reverted by a chain after it was spent.
 */
export type SystemAccount = "world" | "suspense" | "revenue" | "bonus" | "voucher" | "adjustment" | "debt";

export type AccountRef =
  | { readonly teamId: string; readonly unit: Unit }
  /** `ofTeam` separates one team's debt; with `debt` only. */
  | { readonly system: SystemAccount; readonly unit: Unit; readonly ofTeam?: string };

export interface Posting {
  /** A UUID; posting it again returns the first transfer, and throws if any other field differs. */
  readonly id: string;
  readonly from: AccountRef;
  readonly to: AccountRef;
  readonly amount: bigint;
  /** The reason, as shown in statement rows. */
  readonly reason: string;
  /** Reference in JSON: transaction, resource, hour, price version … */
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
  /** The amount that the team could pay. */
  readonly paid: bigint;
  /** The team's new debt, repaid first from the next credit. */
  readonly owed: bigint;
}

/**
 * Throws `LedgerConflict` if an ID, or the end of a hold, was reused for something else: an internal error. A rejection
 * writes nothing, so the transaction can continue.
 */
export interface Ledger {
  /**
   * Throws INSUFFICIENT_LAND (10002) or INSUFFICIENT_POINTS if a team's account would go below its limit (0, including
   * holds). LAND credited to a team first repays its debt, in the same transaction.
   */
  post(trx: Trx, posting: Posting): Promise<Transfer>;
  /**
   * Takes LAND from a team as far as its balance allows; the rest comes from the team's debt account. Never fails for
   * insufficient LAND.
   */
  collect(trx: Trx, posting: Posting & { readonly from: { readonly teamId: string } }): Promise<Collected>;
  /** Reserves an amount for work with an unknown cost. Throws INSUFFICIENT_LAND. */
  hold(trx: Trx, holding: Holding): Promise<Hold>;
  /**
   * Ends a hold once: takes `amount` (at most the held amount) and releases the rest. Repeating it with the same amount
   * does nothing.
   */
  capture(trx: Trx, holdId: string, amount: bigint): Promise<Transfer>;
  /** Ends a hold without taking anything. */
  release(trx: Trx, holdId: string): Promise<void>;
  /**
   * Moves all LAND and points of a team, without holds and debts, to another team. Its movements are then listed with
   * the other's.
   */
  merge(trx: Trx, fromTeam: string, toTeam: string): Promise<void>;
  /** Releases expired holds. Returns their number. */
  releaseExpired(db: Db): Promise<number>;
  /** Returns the amount that a team can spend now: its balance minus its holds. */
  available(db: Db, teamId: string, unit?: Unit): Promise<bigint>;
  /** Returns a team's balance, holds and debt. */
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
