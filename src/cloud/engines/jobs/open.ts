import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { fromKysely, PgBoss, type Job } from "pg-boss";
import type { Logger } from "pino";
import type { Database } from "../database/database.ts";
import type { Jobs, QueueOptions } from "./jobs.ts";

/** A worker that is silent for this long counts as dead (10 s is the least that pg-boss allows). */
const heartbeatSeconds = 10;
const superviseSeconds = 5;
const pollSeconds = 0.5;
/** With NOTIFY, polling finds what was queued before the listener stood: back-logs and retries. */
const backlogPollSeconds = 1;
const retryDelaySeconds = 1;
const backOffMaxSeconds = 3600;
const defaultCloseMs = 3000;
const abortPatienceMs = 5000;

/** Opens the job queues, in the schema `pgboss` of the database. */
export const openJobs = async (database: Database, log: Logger): Promise<Jobs> => {
  const boss = new PgBoss({
    ...(database.connection as object),
    max: 4,
    application_name: "freehold-jobs",
    useListenNotify: true,
    schedule: false,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
  });
  boss.on("error", (error) => log.warn({ err: error }, "The job queue had an error and goes on"));
  boss.on("warning", (warning) => log.warn({ warning: warning.data }, warning.message));
  await boss.start();

  const concurrencyOf = new Map<string, number>();
  const running = new Set<Promise<void>>();

  const define: Jobs["define"] = async (queue, options) => {
    concurrencyOf.set(queue, options.concurrency);
    const settings = queueSettings(options);
    await boss.createQueue(queue, { ...settings, notify: true });
    await boss.updateQueue(queue, settings);
    if (database.embedded) await releaseJobsOfPredecessor(boss, database, queue);
  };

  const send: Jobs["send"] = async (trx, queue, data, { key } = {}) => {
    await boss.send(queue, data, { db: fromKysely(trx), ...(key === undefined ? {} : { id: idOf(queue, key) }) });
  };

  const work: Jobs["work"] = async <T extends object>(
    queue: string,
    handler: (data: T, signal: AbortSignal) => Promise<void>,
  ) => {
    const run = ([job]: Job<T>[]): Promise<void> => {
      const ended = handler(job!.data, job!.signal);
      const settled = ended.catch((error: unknown) => log.warn({ err: error, queue, jobId: job!.id }, "A job failed"));
      running.add(settled);
      void settled.finally(() => running.delete(settled));
      return ended;
    };
    const options = {
      batchSize: 1,
      localConcurrency: concurrencyOf.get(queue) ?? 1,
      pollingIntervalSeconds: pollSeconds,
      notifyPollingIntervalSeconds: backlogPollSeconds,
    };
    await boss.work<T>(queue, options, run);
  };

  const close: Jobs["close"] = async (timeoutMs = defaultCloseMs) => {
    await boss.stop({ graceful: true, timeout: timeoutMs });
    // Those that were abandoned have been told by their signal; what they close now they find still open.
    await Promise.race([Promise.all(running), delay(abortPatienceMs, undefined, { ref: false })]);
  };

  return { define, send, work, close };
};

const queueSettings = ({ retries, expireSeconds, backOffSeconds }: QueueOptions) => ({
  retryLimit: retries,
  ...(backOffSeconds === undefined
    ? { retryDelay: retryDelaySeconds }
    : { retryDelay: backOffSeconds, retryBackoff: true, retryDelayMax: backOffMaxSeconds }),
  expireInSeconds: expireSeconds,
  heartbeatSeconds,
});

/** The embedded database has one cloud at a time: what is active when it starts belongs to one that died. No need to wait for heartbeats. */
const releaseJobsOfPredecessor = async (boss: PgBoss, { pool }: Database, queue: string): Promise<void> => {
  const { rows } = await pool.query<{ id: string }>("select id from pgboss.job where name = $1 and state = 'active'", [
    queue,
  ]);
  if (rows.length === 0) return;
  await boss.fail(
    queue,
    rows.map(({ id }) => id),
    { message: "The cloud ended while this job ran" },
  );
};

/** The same key gives the same job, so sending it twice queues it once. */
const idOf = (queue: string, key: string): string => {
  const hex = createHash("sha256").update(`${queue}\n${key}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};
