/** The job engine: durable queues in the same database; workers may run on other machines. */
import type { Trx } from "../database/database.ts";

export interface QueueOptions {
  /** Jobs of this queue that run at once in this process. */
  readonly concurrency: number;
  /** How often a job whose worker died is started again. */
  readonly retries: number;
  /** After this the job counts as lost and is started again. */
  readonly expireSeconds: number;
  /** Before the first time it is started again, about; doubles each time. A second each time unless said. */
  readonly backOffSeconds?: number;
}

export interface Jobs {
  /** Creates the queue if need be. Call once per queue before `send` or `work`. */
  define(queue: string, options: QueueOptions): Promise<void>;
  /**
   * Enqueues within the caller's transaction: the job exists if and only if the transaction commits. A second job with the same
   * `key` is not made (for a week).
   */
  send(trx: Trx, queue: string, data: object, options?: { readonly key?: string }): Promise<void>;
  /** Runs `handler` for each job; a handler that throws lets the job be retried. */
  work<T extends object>(queue: string, handler: (data: T, signal: AbortSignal) => Promise<void>): Promise<void>;
  /** Waits for running jobs for at most `timeoutMs`, then abandons them to the next start. */
  close(timeoutMs?: number): Promise<void>;
}
