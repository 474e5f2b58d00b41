import { sql } from "kysely";
import type { Db, Trx } from "../engines/database/database.ts";
import { codeOf, refOf, balancesOf, type Account } from "./accounts.ts";
import { collect, payDebt } from "./debt.ts";
import { LedgerConflict, type AccountRef, type Holding, type Ledger, type Posting } from "./ledger.ts";
import { move } from "./move.ts";
import { namedId } from "./named-id.ts";

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
