/** Group commit: a team's changes that arrive during a write share the next transaction. */
import type { Db } from "../../../engines/database/database.ts";
import { AppError } from "../../../kernel/app-error.ts";
import { retryOnConflict } from "./conflict.ts";
import { applyChanges, type Change, type WriteDeps, type Outcome } from "./write.ts";

const changesAtOnce = 500;

export type Writer = ReturnType<typeof createWriter>;

/** The written object, or the removed one. */
type Result = Exclude<Outcome, AppError>;

interface Waiting {
  readonly changes: readonly Change[];
  resolve(results: readonly Result[]): void;
  reject(error: unknown): void;
}

export const createWriter = (db: Db, writeDeps: WriteDeps) => {
  const queues = new Map<string, Waiting[]>();

  const commit = async (teamId: string, batch: readonly Waiting[]): Promise<void> => {
    const changes = batch.flatMap((waiting) => waiting.changes);
    const outcomes = await retryOnConflict(() =>
      db.transaction().execute((trx) => applyChanges(trx, teamId, changes, writeDeps)),
    );
    let at = 0;
    for (const { changes: own, resolve, reject } of batch) {
      const results = outcomes.slice(at, (at += own.length));
      const refused = results.find(isRefusal);
      if (refused) reject(refused);
      else resolve(results as Result[]);
    }
  };

  /** Writes a batch. If it fails, each change is written separately. */
  const write = async (teamId: string, batch: readonly Waiting[]): Promise<void> => {
    try {
      await commit(teamId, batch);
    } catch (error) {
      if (batch.length === 1) return batch[0]!.reject(error);
      for (const waiting of batch) await commit(teamId, [waiting]).catch(waiting.reject);
    }
  };

  const drain = async (teamId: string, queue: Waiting[]): Promise<void> => {
    while (queue.length > 0) await write(teamId, takeBatch(queue));
    queues.delete(teamId);
  };

  return {
    /**
     * Applies changes in order; resolves once they are durable. Throws if one is rejected (PRECONDITION_FAILED, NOT_FOUND for
     * the bucket), or ALLOWANCE_USED_UP if none were applied.
     */
    write: (teamId: string, changes: readonly Change[]): Promise<readonly Result[]> =>
      new Promise((resolve, reject) => {
        if (changes.length === 0) return resolve([]);
        const queue = queues.get(teamId);
        const waiting = { changes, resolve, reject };
        if (queue) return void queue.push(waiting);
        const started = [waiting];
        queues.set(teamId, started);
        void drain(teamId, started);
      }),
  };
};

const isRefusal = (outcome: Outcome): outcome is AppError => outcome instanceof AppError;

const takeBatch = (queue: Waiting[]): Waiting[] => {
  let count = 0;
  const end = queue.findIndex(({ changes }) => (count += changes.length) > changesAtOnce);
  return queue.splice(0, end < 0 ? queue.length : Math.max(end, 1));
};
