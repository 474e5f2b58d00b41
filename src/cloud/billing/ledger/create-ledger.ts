import { sql } from "kysely";
import type { Db, Trx } from "../../engines/database/database.ts";
import { codeOf, refOf, balancesOf, type Account, teamOf } from "./accounts.ts";
import { LedgerConflict, type AccountRef, type Holding, type Ledger, type Posting, type Collected } from "./ledger.ts";
import { namedId } from "./named-id.ts";
import { AppError } from "../../kernel/app-error.ts";
import { endDunning } from "./dunning.ts";

const units = ["LAND", "POINT"] as const;

/** Expiry of a hold, after which its amount is released. */
export const holdSeconds = 86_400;

/** Creates the ledger of LAND and points, which works within the callers' transactions. Stateless. */
export const createLedger = (): Ledger => ({
  post: async (trx, posting) => {
    const { isNew, createdAt } = await move(trx, { ...posting, kind: "post" });
    if (isNew) await payDebt(trx, posting);
    return { ...posting, createdAt };
  },
  collect,
  hold: async (trx, holding) => {
    const { expiresAt = new Date(Date.now() + holdSeconds * 1000) } = holding;
    await move(trx, { ...holding, kind: "hold", expiresAt });
    return { id: holding.id, amount: holding.amount };
  },
  capture: async (trx, holdId, amount) => {
    const held = await findHold(trx, holdId);
    const posting: Posting = { ...held, id: namedId(holdId, "capture"), amount };
    const { isNew, createdAt } = await move(trx, { ...posting, kind: "capture", holdId });
    if (isNew) await payDebt(trx, posting);
    return { ...posting, createdAt };
  },
  release,
  merge: async (trx, fromTeam, toTeam) => {
    for (const unit of units) {
      const { balance } = await balancesOf(trx, fromTeam, unit);
      if (balance === 0n) continue;
      const posting: Posting = {
        id: namedId(fromTeam, "merge", unit),
        from: { teamId: fromTeam, unit },
        to: { teamId: toTeam, unit },
        amount: balance,
        reason: "Merged from the mini app",
        ref: { team: fromTeam },
      };
      await move(trx, { ...posting, kind: "post" });
      await payDebt(trx, posting);
    }
    await trx
      .updateTable("ledger_account")
      .set({ merged_into: toTeam })
      .where("code", "=", codeOf({ teamId: fromTeam, unit: "LAND" }))
      .execute();
  },
  releaseExpired: async (db) => {
    const ids = await expiredHolds(db);
    for (const id of ids) await db.transaction().execute((trx) => release(trx, id));
    return ids.length;
  },
  available: async (db, teamId, unit = "LAND") => {
    const { balance, held } = await balancesOf(db, teamId, unit);
    return balance - held;
  },
  balances: (db, teamId, unit = "LAND") => balancesOf(db, teamId, unit),
});

const release: Ledger["release"] = async (trx, holdId) => {
  const held = await findHold(trx, holdId);
  await move(trx, { ...held, id: namedId(holdId, "release"), amount: 0n, kind: "release", holdId });
};

/** Returns the amount and account of a hold. */
const findHold = async (trx: Trx, holdId: string): Promise<Omit<Holding, "id" | "expiresAt">> => {
  const row = await trx
    .selectFrom("ledger_transfer as held")
    .innerJoin("ledger_account as payer", "payer.id", "held.from_id")
    .innerJoin("ledger_account as payee", "payee.id", "held.to_id")
    .select(["payer.code as payer", "payee.code as payee", "held.unit", "held.amount", "held.reason", "held.ref"])
    .where("held.id", "=", holdId)
    .where("held.kind", "=", "hold")
    .executeTakeFirst();
  if (!row) throw new LedgerConflict(`There is no hold ${holdId}.`);
  const ref = (code: Account["code"]): AccountRef => refOf({ code, unit: row.unit });
  return { from: ref(row.payer), to: ref(row.payee), amount: BigInt(row.amount), reason: row.reason, ref: row.ref };
};

/** Returns expired holds. */
export const expiredHolds = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from ledger_transfer as held where kind = 'hold' and expires_at < now()
      and not exists (select from ledger_transfer as ended where ended.hold_id = held.id)
    order by expires_at
  `.execute(db);
  return rows.map(({ id }) => id);
};

const debtOf = (teamId: string): AccountRef => ({ system: "debt", unit: "LAND", ofTeam: teamId });
const owedPart = (id: string): string => namedId(id, "owed");

/** See Ledger.collect. Nearly always the balance suffices and one statement is enough. */
const collect: Ledger["collect"] = async (trx, posting) => {
  try {
    await move(trx, { ...posting, kind: "post" });
    return { paid: posting.amount, owed: 0n };
  } catch (error) {
    const isShort = error instanceof AppError && error.code === "INSUFFICIENT_LAND";
    if (!isShort && !(error instanceof LedgerConflict)) throw error;
    return collectSome(trx, posting);
  }
};

const collectSome: Ledger["collect"] = async (trx, posting) => {
  const { teamId } = posting.from;
  await lockAccounts(trx, teamId);
  const collected = await collectedAs(trx, posting);
  if (collected) return collected;
  const { balance, held } = await balancesOf(trx, teamId, "LAND");
  const available = balance - held;
  const paid = posting.amount < available ? posting.amount : available;
  const owed = posting.amount - paid;
  // Also if nothing could be paid: the ID is used from now on.
  await move(trx, { ...posting, amount: paid, kind: "post" });
  if (owed > 0n)
    await move(trx, { ...posting, id: owedPart(posting.id), from: debtOf(teamId), amount: owed, kind: "post" });
  return { paid, owed };
};

/** Repays a team's debt after a credit, as far as possible. With LAND left, services are available again. */
const payDebt = async (trx: Trx, { id, to }: Posting): Promise<void> => {
  if (!("teamId" in to) || to.unit !== "LAND") return;
  const { balance, held, owed } = await balancesOf(trx, to.teamId, "LAND");
  const available = balance - held;
  if (available > owed) await endDunning(trx, to.teamId);
  const amount = owed < available ? owed : available;
  if (amount <= 0n) return;
  await move(trx, {
    id: namedId(id, "debt"),
    from: to,
    to: debtOf(to.teamId),
    amount,
    reason: "debt",
    ref: { of: id },
    kind: "post",
  });
};

/** Locks the accounts until the transaction ends, so that the balance does not change between read and transfer. */
const lockAccounts = async (trx: Trx, teamId: string): Promise<void> => {
  await sql`select ledger_account_of(${codeOf(debtOf(teamId))}, ${teamId}, 'LAND')`.execute(trx);
  await sql`
    select from ledger_account where team_id = ${teamId} and unit = 'LAND' order by id for no key update
  `.execute(trx);
};

/** Returns undefined if not collected yet. */
const collectedAs = async (trx: Trx, { id, amount }: Posting): Promise<Collected | undefined> => {
  const rows = await trx
    .selectFrom("ledger_transfer")
    .select(["id", "amount"])
    .where("id", "in", [id, owedPart(id)])
    .execute();
  const amountOf = (one: string): bigint => BigInt(rows.find((row) => row.id === one)?.amount ?? 0);
  const [paid, owed] = [amountOf(id), amountOf(owedPart(id))];
  if (rows.length > 0 && paid + owed !== amount) throw new LedgerConflict(`Something else was collected as ${id}.`);
  return rows.length > 0 ? { paid, owed } : undefined;
};

type MoveKind = "post" | "hold" | "capture" | "release";
type Outcome = "made" | "repeated" | "other" | "insufficient" | "unknown" | "resolved";

interface Move extends Posting {
  readonly kind: MoveKind;
  readonly holdId?: string;
  readonly expiresAt?: Date;
}

interface Moved {
  readonly isNew: boolean;
  readonly createdAt: Date;
}

/**
 * Creates a transfer once per ID (see the migration's `ledger_move`). Throws INSUFFICIENT_LAND, INSUFFICIENT_POINTS,
 * LedgerConflict.
 */
const move = async (trx: Trx, { id, kind, from, to, amount, reason, ref = {}, ...rest }: Move): Promise<Moved> => {
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
