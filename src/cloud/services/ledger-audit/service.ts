/** Audits the ledger once a day and on an operator's request. Reports a fault in the log and to the operators. */
import type { Logger } from "pino";
import type { LedgerReport } from "../../../../resources/operator/ledger.ts";
import type { Db } from "../../engines/database/database.ts";
import type { Engines } from "../../engines/engines.ts";
import { notifyOperators, type OperatorDeps } from "../notify-operators.ts";
import { readReport } from "./read.ts";

export interface LedgerAudit {
  define(): Promise<void>;
  /** Starts the daily audit, which runs in any process. */
  work(): Promise<void>;
  /** Audits now; notifies all operators of a fault. */
  check(): Promise<LedgerReport>;
  /** Audits for the requesting operator, who sees the result: a fault is only logged. */
  read(db: Db): Promise<LedgerReport>;
  close(): void;
}

interface Deps extends OperatorDeps {
  readonly engines: Pick<Engines, "database" | "jobs">;
  readonly log: Pick<Logger, "error" | "warn">;
}

const queue = "ledger-audit";
const dayMs = 86_400_000;
const lookEveryMs = 600_000;
const longestSeconds = 3600;

export const alarm = "The ledger audit found a fault. Review the audit before changing anything.";

export const createLedgerAudit = (deps: Deps): LedgerAudit => {
  const { engines, log } = deps;
  const { database, jobs } = engines;
  const { db } = database;
  let timer: NodeJS.Timeout | undefined;
  let sent: number | undefined;

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

  /** Every process sends it, but only one job a day runs. */
  const send = async (): Promise<void> => {
    const day = Math.floor(Date.now() / dayMs);
    if (sent === day) return;
    await db.transaction().execute((trx) => jobs.send(trx, queue, { day }, { key: String(day) }));
    sent = day;
  };
  const enqueue = (): void => {
    send().catch((error: unknown) => log.warn({ err: error }, "Couldn't queue the ledger audit"));
  };

  return {
    define: () => jobs.define(queue, { concurrency: 1, retries: 2, expireSeconds: longestSeconds }),
    work: async () => {
      await jobs.work(queue, async () => void (await check()));
      timer = setInterval(enqueue, lookEveryMs).unref();
    },
    check,
    read,
    close: () => clearInterval(timer),
  };
};
