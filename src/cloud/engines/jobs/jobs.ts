/** The job engine: durable queues in the same database; workers may run on other machines. */
import type { StartedBy } from "../../kernel/observe/work.ts";
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
  /** Age of the oldest of them. */
  readonly oldestSeconds: number;
}

export interface Jobs {
  /** Creates the queue if necessary. Call once per queue before `send` or `work`. */
  define(queue: string, options: QueueOptions): Promise<void>;
  /**
   * Enqueues within the caller's transaction: the job exists if and only if the transaction commits. A second job with the same `key` is
   * ignored (for a week). The job continues the current work: its log lines have the ID of the request.
   */
  send(trx: Trx, queue: string, data: object, options?: { readonly key?: string }): Promise<void>;
  /** Runs `handler` for each job; a job whose handler throws is retried. */
  work<T extends object>(queue: string, handler: (data: T, signal: AbortSignal) => Promise<void>): Promise<void>;
  /**
   * Runs work that came without a job like one: aborted by `close`, which waits for it. It continues the work in `startedBy`; `name` is its
   * queue in logs, metrics and traces.
   */
  start(name: string, startedBy: StartedBy | null, work: (signal: AbortSignal) => Promise<void>): void;
  /** Replaces the counts of queues whose work waits in a separate table: their jobs only wake the workers. */
  countInstead(queues: readonly string[], counts: () => Promise<readonly JobCount[]>): void;
  /** False after `stopTaking` and `close`: nothing should be started any more. */
  isTaking(): boolean;
  /** Number of unfinished jobs per queue and state. */
  counts(): Promise<readonly JobCount[]>;
  /** Stops starting jobs in this process; running ones continue. */
  stopTaking(): Promise<void>;
  /** Waits up to `timeoutMs` for running jobs, then leaves them to the next start. */
  close(timeoutMs?: number): Promise<void>;
}
