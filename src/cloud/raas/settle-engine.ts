/**
 * Aligns the engine with a rollup's status in the database: running, stopped, or deleted. A job, so that a crash does
 * not lose it.
 */
import { rollupStatus } from "../../../resources/raas/rollups.ts";
import type { Trx } from "../engines/database/database.ts";
import type { RaasDeps } from "./deps.ts";
import { isBeingCreated, isCarried, rollupById } from "./rows.ts";

const queue = "rollup-settle";

/** Queues it, in the transaction that changes or deletes the row. */
export const settleEngine = ({ engines }: Pick<RaasDeps, "engines">, trx: Trx, id: string): Promise<void> =>
  engines.jobs.send(trx, queue, { id });

export const defineSettling = ({ engines: { jobs } }: RaasDeps): Promise<void> =>
  jobs.define(queue, { concurrency: 1, retries: 20, expireSeconds: 300 });

export const workSettling = (deps: RaasDeps): Promise<void> =>
  deps.engines.jobs.work<{ id: string }>(queue, ({ id }) => applyStatus(deps, id));

const applyStatus = async ({ engines: { database, rollups } }: RaasDeps, id: string): Promise<void> => {
  const row = await rollupById(database.db, id);
  if (row && (!isCarried(row) || isBeingCreated(row))) return;
  if (!row || row.removed_at) {
    await rollups.stop(id);
    await rollups.remove(id);
    return;
  }
  if (row.status === rollupStatus.RUNNING) await rollups.resume(id);
  if (row.status === rollupStatus.TERMINATED) await rollups.stop(id);
};
