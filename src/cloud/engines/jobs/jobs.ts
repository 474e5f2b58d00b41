/** The job engine: durable queues in the same database; workers may run on other machines. */
import type { Trx } from "../database/database.ts";

export interface QueueOptions {
  /** Concurrent jobs of this queue in this process. */
  readonly concurrency: number;
  /** How often a job whose worker died is restarted. */
  readonly retries: number;
  /** After this the job counts as lost and is restarted. */
  readonly expireSeconds: number;
  /** Approximate delay before the first retry; doubles each time. One second by default. */
  readonly backOffSeconds?: number;
}

export interface JobCount {
  readonly queue: string;
  readonly state: string;
  readonly count: number;
}

export interface Jobs {
  /** Creates the queue if necessary. Call once per queue before `send` or `work`. */
  define(queue: string, options: QueueOptions): Promise<void>;
  /**
   * Enqueues within the caller's transaction: the job exists if and only if the transaction commits. A second job with the same `key` is
   * ignored (for a week).
   */
  send(trx: Trx, queue: string, data: object, options?: { readonly key?: string }): Promise<void>;
  /** Runs `handler` for each job; a job whose handler throws is retried. */
  work<T extends object>(queue: string, handler: (data: T, signal: AbortSignal) => Promise<void>): Promise<void>;
  /** Number of unfinished jobs per queue and state. */
  counts(): Promise<readonly JobCount[]>;
  /** Stops starting jobs in this process; running ones continue. */
  stopTaking(): Promise<void>;
  /** Waits up to `timeoutMs` for running jobs, then leaves them to the next start. */
  close(timeoutMs?: number): Promise<void>;
}
