/** The ledger audit's result, with holds, debts and suspense accounts for operators. */
import { sql } from "kysely";
import type { LedgerReport } from "../../../../resources/operator/ledger.ts";
import type { Db } from "../../engines/database/database.ts";
import { audit, type Audit } from "../../ledger/audit.ts";
import type { Unit } from "../../ledger/ledger.ts";
import { secondsOf } from "../seconds-of.ts";

/** Maximum holds and debts listed; all are counted. */
const listMax = 20;

export const readReport = async (db: Db): Promise<LedgerReport> => {
  const checkedAt = Math.floor(Date.now() / 1000);
  const [audited, holds, owing, suspense] = await Promise.all([audit(db), openHolds(db), debts(db), waiting(db)]);
  return { checkedAt, ...written(audited), holds, owing, suspense };
};

const written = ({ isSound, transfers, sums, totals, wrongAccounts, expiredHolds }: Audit) => ({
  isSound,
  transfers: Number(transfers),
  sums: { LAND: sums.LAND.toString(), POINT: sums.POINT.toString() },
  totals: totals.map(({ balance, held, ...total }) => ({
    ...total,
    balance: balance.toString(),
    held: held.toString(),
  })),
  wrongAccounts: [...wrongAccounts],
  expiredHolds: expiredHolds.length,
});

const openHolds = async (db: Db): Promise<LedgerReport["holds"]> => {
  const { rows } = await sql<{
    id: string;
    team: string | null;
    code: string;
    reason: string;
    unit: Unit;
    amount: string;
    created_at: Date;
    expires_at: Date;
    total: bigint;
  }>`
    select held.id, team.name as team, payer.code, held.reason, held.unit, held.amount::text, held.created_at, held.expires_at,
      count(*) over () as total
    from ledger_transfer as held join ledger_account as payer on payer.id = held.from_id
      left join team on team.id = payer.team_id
    where held.kind = 'hold' and not exists (select from ledger_transfer as ended where ended.hold_id = held.id)
    order by held.created_at, held.id limit ${listMax}
  `.execute(db);
  const items = rows.map(({ id, team, code, reason, unit, amount, created_at, expires_at }) => ({
    id,
    team: team ?? code,
    reason,
    unit,
    amount,
    since: secondsOf(created_at),
    until: secondsOf(expires_at),
  }));
  return { total: Number(rows[0]?.total ?? 0), items };
};

const debts = async (db: Db): Promise<LedgerReport["owing"]> => {
  const { rows } = await sql<{ team_id: string; team: string | null; owed: string; total: bigint }>`
    select account.team_id, team.name as team, (-account.balance)::text as owed, count(*) over () as total
    from ledger_account as account left join team on team.id = account.team_id
    where account.code like 'debt:%' and account.balance < 0
    order by account.balance, account.id limit ${listMax}
  `.execute(db);
  const items = rows.map(({ team_id, team, owed }) => ({
    teamId: team_id,
    team: team ?? "A deleted team",
    amount: owed,
  }));
  return { total: Number(rows[0]?.total ?? 0), items };
};

const waiting = async (db: Db): Promise<LedgerReport["suspense"]> => {
  const { rows } = await sql<{ deposits: bigint; purchases: bigint }>`
    select (select count(*) from deposit where status = 'SUSPENSE') as deposits,
      (select count(*) from purchase where status = 'SUSPENSE') as purchases
  `.execute(db);
  return { deposits: Number(rows[0]!.deposits), purchases: Number(rows[0]!.purchases) };
};
