/** Audits the ledger once a day and on an operator's request. Reports a fault in the log and to the operators. */
import type { Logger } from "pino";
import type { LedgerReport } from "../../../../resources/operator/ledger.ts";
import type { Db } from "../../engines/database/database.ts";
import type { Engines } from "../../engines/engines.ts";
import type { Duty } from "../../kernel/duties.ts";
import { notifyOperators, type OperatorDeps } from "../notify-operators.ts";
import { readReport } from "./read.ts";

export interface LedgerAudit {
  define(): Promise<void>;
  /** Runs queued audits in this process. */
  work(): Promise<void>;
  /** Audits now; notifies all operators of a fault. */
  check(): Promise<LedgerReport>;
  /** Audits for the requesting operator, who sees the result: a fault is only logged. */
  read(db: Db): Promise<LedgerReport>;
  readonly duties: readonly Duty[];
}

interface Deps extends OperatorDeps {
  readonly engines: Pick<Engines, "database" | "jobs">;
  readonly log: Pick<Logger, "error" | "warn">;
}

const queue = "ledger-audit";
const dayMs = 86_400_000;
const longestSeconds = 3600;

export const alarm = "The ledger audit found a fault. Review the audit before changing anything.";

export const createLedgerAudit = (deps: Deps): LedgerAudit => {
  const { engines, log } = deps;
  const { database, jobs } = engines;
  const { db } = database;

  const read = async (on: Db): Promise<LedgerReport> => {
    const report = await readReport(on);
    const { isSound, sums, wrongAccounts, expiredHolds } = report;
    if (!isSound) log.error({ sums, wrongAccounts, expiredHolds }, "The ledger audit found a fault");
    return report;
  };
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
    define: () => jobs.define(queue, { concurrency: 1, retries: 2, expireSeconds: longestSeconds }),
    work: () => jobs.work(queue, async () => void (await check())),
    check,
    read,
    duties: [{ name: "Queue the daily ledger audit", every: "10 min", scope: "cluster", run: enqueue }],
  };
};
