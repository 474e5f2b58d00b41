/** Settles all teams' usage once an hour, in any process. */
import type { Logger } from "pino";
import type { Engines } from "../../engines/engines.ts";
import type { Allowance } from "../../ledger/allowance.ts";
import { recordDunning, teamsToDun } from "../../ledger/dunning.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { settleAll } from "../../ledger/settle.ts";
import type { Usage } from "../../ledger/usage.ts";

export interface Settlement {
  define(): Promise<void>;
  /** Settles each full hour shortly after it ended. */
  work(): Promise<void>;
  /** Settles the full hours before a moment immediately, with all consequences. */
  settle(before: Date): Promise<void>;
  close(): void;
}

interface Deps {
  readonly engines: Pick<Engines, "database" | "jobs">;
  readonly usage: Usage;
  readonly allowance: Pick<Allowance, "turnMonths">;
  readonly ledger: Pick<Ledger, "collect" | "releaseExpired">;
  /** Called after unpaid teams were recorded. */
  onNoted(): Promise<unknown>;
  readonly log: Logger;
}

const queue = "settlement";
const lookEveryMs = 30_000;
/** Delay until the in-memory counters of an hour's last second are written. */
const lateMs = 60_000;
const hourMs = 3_600_000;
const longestSeconds = 3600;

export const createSettlement = ({ engines, usage, allowance, ledger, onNoted, log }: Deps): Settlement => {
  const { database, jobs } = engines;
  const { db } = database;
  let timer: NodeJS.Timeout | undefined;
  let sent: number | undefined;

  const settle = async (before: Date): Promise<void> => {
    await allowance.turnMonths(db, new Date());
    await settleAll(database, ledger, before, {
      onSettled: (teamId) => usage.notifyUsed(teamId),
      onFault: (teamId, error) => log.error({ err: error, teamId }, "Settling a team's usage failed"),
    });
    const released = await ledger.releaseExpired(db);
    if (released > 0) log.warn({ released }, "A LAND hold expired and was released");
    for (const teamId of await teamsToDun(db)) await recordDunning(db, usage, teamId);
    await onNoted();
  };

  /** Several processes send it, but only one job runs. */
  const send = async (): Promise<void> => {
    const before = Math.floor((Date.now() - lateMs) / hourMs) * hourMs;
    if (sent === before) return;
    await db.transaction().execute((trx) => jobs.send(trx, queue, { before }, { key: String(before) }));
    sent = before;
  };
  const enqueue = (): void => {
    send().catch((error: unknown) => log.warn({ err: error }, "Queueing an hour's settlement failed"));
  };

  return {
    define: () => jobs.define(queue, { concurrency: 1, retries: 5, expireSeconds: longestSeconds }),
    work: async () => {
      await jobs.work<{ before: number }>(queue, ({ before }) => settle(new Date(before)));
      enqueue();
      timer = setInterval(enqueue, lookEveryMs);
      timer.unref();
    },
    settle,
    close: () => clearInterval(timer),
  };
};
