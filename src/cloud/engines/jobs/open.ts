import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { fromKysely, PgBoss, type Job } from "pg-boss";
import type { Logger } from "pino";
import { jobSeconds } from "../../kernel/observe/process-metrics.ts";
import type { Tracer } from "../../kernel/observe/spans.ts";
import { continueWork, startedByWork, type StartedBy } from "../../kernel/observe/work.ts";
import { createRunner } from "../../kernel/repeat.ts";
import { inBackground } from "../database/background.ts";
import type { Database, Db } from "../database/database.ts";
import { prepared } from "../database/prepared.ts";
import type { JobCount, Jobs, QueueOptions } from "./jobs.ts";

/** Silence after which a worker counts as dead (pg-boss requires at least 10 s). */
const heartbeatSeconds = 10;
const superviseSeconds = 5;
/** Without NOTIFY, each worker polls. */
const pollSeconds = 0.5;
/** With NOTIFY, one query for all queues finds the jobs that no notice announces: backlogs and retries. */
const backlogPollMs = 1000;
/** Each worker's separate polling remains for what that query can't see. */
const workerPollSeconds = 60;
const retryDelaySeconds = 1;
const backOffMaxSeconds = 3600;
const defaultCloseMs = 3000;
const abortPatienceMs = 5000;

/** Field of a job's data for the work that started it. A version before only passes it on to its handler, which ignores it. */
const startedByField = "$startedBy";

type Data = object & { readonly [startedByField]?: StartedBy };

/** Opens the job queues, in the schema `pgboss` of the database. */
export const openJobs = async (database: Database, log: Logger, tracer?: Tracer): Promise<Jobs> => {
  const boss = new PgBoss({
    ...(database.connection as object),
    max: 4,
    application_name: "freehold-jobs",
    useListenNotify: true,
    schedule: false,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
  });
  boss.on("error", (error) => log.warn({ err: error }, "Job queue error; the queue keeps running"));
  boss.on("warning", (warning) => log.warn({ warning: warning.data }, warning.message));
  await boss.start();

  const concurrencyOf = new Map<string, number>();
  const running = new Set<Promise<void>>();
  /** IDs of the workers of each queue in this process. */
  const worked = new Map<string, readonly string[]>();
  const counted: { readonly queues: readonly string[]; counts(): Promise<readonly JobCount[]> }[] = [];
  const closing = new AbortController();
  let isTaking = true;

  /** Failures have been logged. */
  const track = (ended: Promise<void>): void => {
    const settled = ended.catch(() => undefined);
    running.add(settled);
    void settled.finally(() => running.delete(settled));
  };

  const define: Jobs["define"] = async (queue, options) => {
    concurrencyOf.set(queue, options.concurrency);
    const settings = queueSettings(options);
    await boss.createQueue(queue, { ...settings, notify: true });
    await boss.updateQueue(queue, settings);
    if (database.embedded) await releaseJobsOfPredecessor(boss, database, queue);
  };

  const send: Jobs["send"] = async (trx, queue, data, { key } = {}) => {
    const options = { db: fromKysely(trx), ...(key === undefined ? {} : { id: idOf(queue, key) }) };
    // Writes use the transaction; its own lookups use separate connections.
    const startedBy = startedByWork();
    await inBackground(() => boss.send(queue, { ...data, ...(startedBy && { [startedByField]: startedBy }) }, options));
  };

  /** Runs a job as a part of the work that started it, and measures it. */
  const runJob = async (
    queue: string,
    jobId: string | undefined,
    startedBy: StartedBy | undefined,
    act: () => Promise<void>,
  ): Promise<void> => {
    const startedAt = performance.now();
    const record = (outcome: "ok" | "error") =>
      jobSeconds.labels(queue, outcome).observe((performance.now() - startedAt) / 1000);
    const of = {
      name: `job ${queue}`,
      ...(jobId !== undefined && { job: { queue, jobId } }),
      ...(startedBy && { startedBy }),
    };
    try {
      await continueWork(tracer, of, async () => {
        try {
          await act();
          log.debug({ queue, ms: Math.round(performance.now() - startedAt) }, "Job done");
        } catch (error) {
          log.warn({ err: error, queue, jobId }, "Job failed");
          throw error;
        }
      });
      record("ok");
    } catch (error) {
      record("error");
      throw error;
    }
  };

  const work: Jobs["work"] = async <T extends object>(
    queue: string,
    handler: (data: T, signal: AbortSignal) => Promise<void>,
  ) => {
    const run = ([job]: Job<T>[]): Promise<void> => {
      const { [startedByField]: startedBy, ...data } = job!.data as Data;
      const ended = inBackground(() => runJob(queue, job!.id, startedBy, () => handler(data as T, job!.signal)));
      track(ended);
      return ended;
    };
    const options = {
      batchSize: 1,
      pollingIntervalSeconds: pollSeconds,
      notifyPollingIntervalSeconds: workerPollSeconds,
    };
    // One call per worker: several workers of one call can't be woken by their IDs.
    const workers = Array.from({ length: concurrencyOf.get(queue) ?? 1 }, () => boss.work<T>(queue, options, run));
    worked.set(queue, await Promise.all(workers));
  };

  /** Wakes the workers of queues with jobs that are due. */
  const wakeForBacklog = async (): Promise<void> => {
    if (worked.size === 0 || !isTaking) return;
    const due = await dueQueues(database.db, [...worked.keys()]);
    for (const id of due.flatMap((name) => worked.get(name) ?? [])) boss.notifyWorker(id);
  };
  const backlog = createRunner(
    async () => {
      await wakeForBacklog();
      return backlogPollMs;
    },
    (error) => {
      log.warn({ err: error }, "Could not look for queued jobs; retrying");
      return backlogPollMs;
    },
  );
  inBackground(() => backlog.kick(backlogPollMs));

  const start: Jobs["start"] = (name, startedBy, work) =>
    track(inBackground(() => runJob(name, undefined, startedBy ?? undefined, () => work(closing.signal))));

  const counts: Jobs["counts"] = async () => {
    const { rows } = await database.pool.query<JobCount>(
      `select name as queue, state::text as state, count(*)::int4 as count,
        extract(epoch from now() - min(created_on))::float8 as "oldestSeconds"
      from pgboss.job where state < 'completed' group by 1, 2`,
    );
    const others = await Promise.all(counted.map((each) => each.counts()));
    const replaced = new Set(counted.flatMap(({ queues }) => queues));
    return [...rows.filter(({ queue }) => !replaced.has(queue)), ...others.flat()];
  };

  const close: Jobs["close"] = async (timeoutMs = defaultCloseMs) => {
    isTaking = false;
    await Promise.race([backlog.close(), delay(stopTakingMs, undefined, { ref: false })]);
    const started = Promise.race([Promise.all(running), delay(timeoutMs, undefined, { ref: false })]);
    await boss.stop({ graceful: true, timeout: timeoutMs });
    await started;
    closing.abort(new Error("The process is closing."));
    // Abandoned jobs were notified by their signal; the resources they close are still open here.
    await Promise.race([Promise.all(running), delay(abortPatienceMs, undefined, { ref: false })]);
  };

  const stopTaking: Jobs["stopTaking"] = async () => {
    isTaking = false;
    // A worker that lost its connection may never respond; its job is restarted by its heartbeat.
    const stopped = Promise.allSettled([...worked.keys()].map((queue) => boss.offWork(queue, { wait: false })));
    await Promise.race([stopped, delay(stopTakingMs, undefined, { ref: false })]);
  };

  const countInstead: Jobs["countInstead"] = (queues, read) => void counted.push({ queues, counts: read });

  return { define, send, work, start, countInstead, isTaking: () => isTaking, counts, stopTaking, close };
};

const stopTakingMs = 2000;

/** Returns which of the queues have jobs that a worker would fetch. */
const dueQueues = async (db: Db, queues: readonly string[]): Promise<readonly string[]> => {
  const { rows } = await sql<{ name: string }>`${prepared}
    select asked.name from unnest(${queues}::text[]) as asked(name)
    where exists (
      select from pgboss.job where job.name = asked.name and state < 'active' and not blocked and start_after <= now()
    )`.execute(db);
  return rows.map(({ name }) => name);
};

const queueSettings = ({ retries, expireSeconds, backOffSeconds }: QueueOptions) => ({
  retryLimit: retries,
  ...(backOffSeconds === undefined
    ? { retryDelay: retryDelaySeconds }
    : { retryDelay: backOffSeconds, retryBackoff: true, retryDelayMax: backOffMaxSeconds }),
  expireInSeconds: expireSeconds,
  heartbeatSeconds,
});

/**
 * Releases active jobs: the embedded database has only one instance, so they belong to a dead process and waiting for
 * heartbeats is unnecessary.
 */
const releaseJobsOfPredecessor = async (boss: PgBoss, { pool }: Database, queue: string): Promise<void> => {
  const { rows } = await pool.query<{ id: string }>("select id from pgboss.job where name = $1 and state = 'active'", [
    queue,
  ]);
  if (rows.length === 0) return;
  await boss.fail(
    queue,
    rows.map(({ id }) => id),
    { message: "The server stopped while this job was running" },
  );
};

/** Derives the job ID from the key, so that sending it twice queues it once. */
const idOf = (queue: string, key: string): string => {
  const hex = createHash("sha256").update(`${queue}\n${key}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};
