/** Debts of teams: stored in a separate account per team and repaid first from the next credit. */
import { sql } from "kysely";
import { AppError } from "../app-error.ts";
import type { Trx } from "../engines/database/database.ts";
import { codeOf, balancesOf } from "./accounts.ts";
import { LedgerConflict, type AccountRef, type Collected, type Ledger, type Posting } from "./ledger.ts";
import { endDunning } from "./dunning.ts";
import { move } from "./move.ts";
import { namedId } from "./named-id.ts";

const debtOf = (teamId: string): AccountRef => ({ system: "debt", unit: "LAND", ofTeam: teamId });
const owedPart = (id: string): string => namedId(id, "owed");

/** See Ledger.collect. Nearly always the balance suffices and one statement is enough. */
export const collect: Ledger["collect"] = async (trx, posting) => {
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
export const payDebt = async (trx: Trx, { id, to }: Posting): Promise<void> => {
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
