/** Settles all teams' usage once an hour, in any process. */
import type { Logger } from "pino";
import type { Engines } from "../../engines/engines.ts";
import type { Duty } from "../../kernel/duties.ts";
import type { Allowance } from "../ledger/allowance.ts";
import { recordDunning, teamsToDun } from "../ledger/dunning.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { settleAll } from "../ledger/charges/settle.ts";
import type { Usage } from "../ledger/usage/usage.ts";

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
/** Delay until the in-memory counters of an hour's last second are written. */
const lateMs = 60_000;
const hourMs = 3_600_000;
const longestSeconds = 3600;

export const createSettlement = ({ engines, usage, allowance, ledger, onNoted, log }: Deps) => {
  const { database, jobs } = engines;
  const { db } = database;

  /** Settles the full hours before a moment immediately, with all consequences. */
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

  /** Only one job an hour runs. */
  const enqueue = async (): Promise<void> => {
    const before = Math.floor((Date.now() - lateMs) / hourMs) * hourMs;
    await db.transaction().execute((trx) => jobs.send(trx, queue, { before }, { key: String(before) }));
  };

  return {
    define: (): Promise<void> => jobs.define(queue, { concurrency: 1, retries: 5, expireSeconds: longestSeconds }),
    /** Runs queued settlements in this process. */
    work: (): Promise<void> => jobs.work<{ before: number }>(queue, ({ before }) => settle(new Date(before))),
    settle,
    duties: [
      { name: "Queue the hour's settlement", every: "30 s", scope: "cluster", run: enqueue },
    ] satisfies readonly Duty[],
  };
};
