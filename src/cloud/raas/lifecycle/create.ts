/**
 * Creates a rollup in a job that runs the engine step by step, resumes after a crash, and refunds the LAND on failure.
 */
import { rollupStatus } from "../../../../resources/raas/rollups.ts";
import type { Trx } from "../../engines/database/database.ts";
import type { RollupFacts } from "../../engines/rollups/rollups.ts";
import { giveBack } from "./bills.ts";
import { storedFacts } from "../facts.ts";
import { changed, notifyFailed, notifyRunning } from "./news.ts";
import type { AfterCommit, RaasDeps } from "../deps.ts";
import { changeRollup, isBeingCreated, isCarried, lockById, rollupById, type RollupRow } from "../rows.ts";
import { settleEngine } from "../settle-engine.ts";

const queue = "rollup-make";
/** Per process: each starts a node. */
const creationConcurrency = 2;
/** Maximum attempts after engine errors. */
export const triesMax = 3;

/** Starts the creation, once it is paid for or the trial is used. */
export const startCreation = async (deps: RaasDeps, trx: Trx, row: RollupRow): Promise<RollupRow> => {
  const isRetry = row.step !== "QUEUED";
  if (isCarried(row)) await queueCreation(deps, trx, row.id);
  return changeRollup(trx, row.id, {
    status: isRetry ? rollupStatus.CREATING_PAID : rollupStatus.CREATING,
    step: "QUEUED",
    tries: 0,
    note: null,
    paid_at: deps.now(),
  });
};

export const queueCreation = ({ engines }: RaasDeps, trx: Trx, id: string): Promise<void> =>
  engines.jobs.send(trx, queue, { id });

export const defineCreation = ({ engines: { jobs } }: RaasDeps): Promise<void> =>
  jobs.define(queue, { concurrency: creationConcurrency, retries: 20, expireSeconds: 900 });

/** Processes the queue. Errors after `stopping` are not the engine's fault: the job resumes after the next start. */
export const workCreation = (deps: RaasDeps, stopping: AbortSignal): Promise<void> =>
  deps.engines.jobs.work<{ id: string }>(queue, ({ id }, signal) =>
    make(deps, id, AbortSignal.any([signal, stopping])),
  );

/** Throws if a retry may help. */
const make = async (deps: RaasDeps, id: string, signal: AbortSignal): Promise<void> => {
  const { database, rollups } = deps.engines;
  const row = await rollupById(database.db, id);
  // The team was deleted, and its unfinished rollup with it.
  if (!row) return database.db.transaction().execute((trx) => settleEngine(deps, trx, id));
  if (!isBeingCreated(row)) return;
  const { name, chain_id, framework, settlement } = row;
  if (chain_id === null || framework === "OTHER" || settlement === "OTHER") return;
  const order = {
    id,
    name,
    chainId: Number(chain_id),
    framework,
    settlement: settlement === "BSC" ? ("bsc" as const) : ("ethereum" as const),
  };
  const made = await rollups
    .create(order, async (step) => {
      await changeRollup(database.db, id, { step });
      changed(deps, row)();
    })
    .catch((error: unknown) => new Failure(error));
  if (!(made instanceof Failure)) return commit(deps, (trx) => succeed(deps, trx, id, made));
  if (signal.aborted) throw made.cause;
  deps.log.warn({ err: made.cause, rollupId: id }, "Couldn't create a rollup");
  const { tries } = await changeRollup(database.db, id, { tries: row.tries + 1 });
  if (tries < triesMax) throw made.cause;
  await commit(deps, (trx) => fail(deps, trx, id, made.message));
};

const succeed = async (deps: RaasDeps, trx: Trx, id: string, facts: RollupFacts): Promise<AfterCommit> => {
  const row = await lockById(trx, id);
  if (!isBeingCreated(row)) {
    await settleEngine(deps, trx, id);
    return () => undefined;
  }
  const running = await changeRollup(trx, id, {
    status: rollupStatus.RUNNING,
    step: "READY",
    note: null,
    facts: storedFacts(facts),
    // The paid term starts when the rollup is usable.
    expires_at: new Date(deps.now().getTime() + Number(row.term_seconds) * 1000),
  });
  return notifyRunning(deps, trx, running);
};

/** Fails the creation. It can be paid for again; a trial stays free. */
const fail = async (deps: RaasDeps, trx: Trx, id: string, message: string): Promise<AfterCommit> => {
  const row = await lockById(trx, id);
  if (!isBeingCreated(row)) return () => undefined;
  const land = await giveBack(deps, trx, row);
  const failed = await changeRollup(trx, id, {
    status: rollupStatus.PENDING_PAYMENT,
    note: land > 0n ? `${message} Your payment was refunded.` : message,
  });
  return notifyFailed(deps, trx, failed);
};

const commit = async (deps: RaasDeps, work: (trx: Trx) => Promise<AfterCommit>): Promise<void> => {
  const after = await deps.engines.database.db.transaction().execute(work);
  after();
};

class Failure {
  readonly cause: unknown;

  constructor(cause: unknown) {
    this.cause = cause;
  }

  /** The engine's errors have messages for users. */
  get message(): string {
    return this.cause instanceof Error ? this.cause.message : "The rollup couldn't be created.";
  }
}
