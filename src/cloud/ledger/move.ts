import { sql } from "kysely";
import { AppError } from "../app-error.ts";
import type { Trx } from "../engines/database/database.ts";
import { codeOf, teamOf } from "./accounts.ts";
import { LedgerConflict, type AccountRef, type Posting } from "./ledger.ts";

export type MoveKind = "post" | "hold" | "capture" | "release";
type Outcome = "made" | "repeated" | "other" | "insufficient" | "unknown" | "resolved";

export interface Move extends Posting {
  readonly kind: MoveKind;
  readonly holdId?: string;
  readonly expiresAt?: Date;
}

export interface Moved {
  readonly isNew: boolean;
  readonly createdAt: Date;
}

/**
 * Creates a transfer once per ID (see the migration's `ledger_move`). Throws INSUFFICIENT_LAND, INSUFFICIENT_POINTS,
 * LedgerConflict.
 */
export const move = async (
  trx: Trx,
  { id, kind, from, to, amount, reason, ref = {}, ...rest }: Move,
): Promise<Moved> => {
  const { holdId = null, expiresAt = null } = rest;
  if (amount < 0n) throw new LedgerConflict(`The amount of ${id} is negative.`);
  if (from.unit !== to.unit) throw new LedgerConflict(`${id} would turn ${from.unit} into ${to.unit}.`);
  if (codeOf(from) === codeOf(to)) throw new LedgerConflict(`${id} would go from an account to itself.`);
  const { rows } = await sql<{ outcome: Outcome; made_at: Date | null }>`
    select outcome, made_at from ledger_move(
      ${id}, ${kind}, ${account(from)}, ${account(to)}, ${from.unit}, ${amount.toString()}::numeric, ${reason},
      ${JSON.stringify(ref)}::jsonb, ${holdId}, ${expiresAt}
    )
  `.execute(trx);
  const { outcome, made_at } = rows[0]!;
  if (outcome === "insufficient")
    throw new AppError(from.unit === "LAND" ? "INSUFFICIENT_LAND" : "INSUFFICIENT_POINTS");
  if (outcome !== "made" && outcome !== "repeated") throw new LedgerConflict(messages[outcome](id));
  return { isNew: outcome === "made", createdAt: made_at! };
};

const messages: Readonly<Record<"other" | "unknown" | "resolved", (id: string) => string>> = {
  other: (id) => `Something else was transferred as ${id}.`,
  unknown: (id) => `${id} ends a hold that there is not, or takes more than was held.`,
  resolved: (id) => `The hold that ${id} ends has ended otherwise.`,
};

/** Returns the ID of an account, creating it on first use. */
const account = (ref: AccountRef) => sql`ledger_account_of(${codeOf(ref)}, ${teamOf(ref)}, ${ref.unit})`;
