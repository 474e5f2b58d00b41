/** Audits the ledger once a day and on an operator's request. Reports a fault in the log and to the operators. */
import type { Logger } from "pino";
import { sql } from "kysely";
import type { LedgerReport } from "../../../../resources/operator/ledger.ts";
import type { Db } from "../../engines/database/database.ts";
import type { Engines } from "../../engines/engines.ts";
import type { Duty } from "../../kernel/duties.ts";
import { notifyOperators, type OperatorDeps } from "../../account/notify-operators.ts";
import { audit, type Audit } from "../ledger/audit.ts";
import type { Unit } from "../ledger/ledger.ts";
import { secondsOf } from "../../lib/seconds-of.ts";

export type LedgerAudit = ReturnType<typeof createLedgerAudit>;

interface Deps extends OperatorDeps {
  readonly engines: Pick<Engines, "database" | "jobs">;
  readonly log: Pick<Logger, "error" | "warn">;
}

const queue = "ledger-audit";
const dayMs = 86_400_000;
const longestSeconds = 3600;

export const alarm = "The ledger audit found a fault. Review the audit before changing anything.";

export const createLedgerAudit = (deps: Deps) => {
  const { engines, log } = deps;
  const { database, jobs } = engines;
  const { db } = database;

  /** Audits for the requesting operator, who sees the result: a fault is only logged. */
  const read = async (on: Db): Promise<LedgerReport> => {
    const report = await readReport(on);
    const { isSound, sums, wrongAccounts, expiredHolds } = report;
    if (!isSound) log.error({ sums, wrongAccounts, expiredHolds }, "The ledger audit found a fault");
    return report;
  };
  /** Audits now; notifies all operators of a fault. */
  const check = async (): Promise<LedgerReport> => {
    const report = await read(db);
    if (!report.isSound) {
      const notice = { message: alarm, url: "/operator/ledger", label: "Open ledger" };
      (await db.transaction().execute((trx) => notifyOperators(deps, trx, notice)))();
    }
    return report;
  };

  /** Only one job a day runs. */
  const enqueue = async (): Promise<void> => {
    const day = Math.floor(Date.now() / dayMs);
    await db.transaction().execute((trx) => jobs.send(trx, queue, { day }, { key: String(day) }));
  };

  return {
    define: (): Promise<void> => jobs.define(queue, { concurrency: 1, retries: 2, expireSeconds: longestSeconds }),
    /** Runs queued audits in this process. */
    work: (): Promise<void> => jobs.work(queue, async () => void (await check())),
    check,
    read,
    duties: [
      { name: "Queue the daily ledger audit", every: "10 min", scope: "cluster", run: enqueue },
    ] satisfies readonly Duty[],
  };
};

/** Maximum holds and debts listed; all are counted. */
const listMax = 20;

/** The ledger audit's result, with holds, debts and suspense accounts for operators. */
const readReport = async (db: Db): Promise<LedgerReport> => {
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
