import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { Client } from "pg";
import { pino } from "pino";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { testDatabase, type TestDatabase } from "../../../../tests/support/database/database.ts";
import type { Database } from "../database/database.ts";
import type { Jobs } from "./jobs.ts";
import { openJobs } from "./open.ts";
import { patience } from "../../../../tests/support/patience.ts";

const log = pino({ level: "silent" });
const options = { concurrency: 2, retries: 3, expireSeconds: 60 };
let database: TestDatabase;

beforeEach(async () => {
  database = await testDatabase();
});

test("a job sent in a transaction that rolls back does not exist", async () => {
  const jobs = await open(database);
  await jobs.define("mail", options);
  const seen: object[] = [];
  const failing = database.db.transaction().execute(async (trx) => {
    await jobs.send(trx, "mail", { lost: true });
    throw new Error("rolled back");
  });
  await expect(failing).rejects.toThrow("rolled back");
  await send(jobs, "mail", { kept: true });
  await jobs.work("mail", async (data) => void seen.push(data));
  await vi.waitFor(() => expect(seen).toEqual([{ kept: true }]), patience);
  const { rows } = await database.pool.query("select count(*)::int as jobs from pgboss.job where name = 'mail'");
  expect(rows).toEqual([{ jobs: 1 }]);
});

test("a job sent twice with one key runs once", async () => {
  const jobs = await open(database);
  await jobs.define("mail", options);
  const seen: object[] = [];
  await jobs.work("mail", async (data) => void seen.push(data));
  await send(jobs, "mail", { n: 1 }, "same");
  await send(jobs, "mail", { n: 2 }, "same");
  await send(jobs, "mail", { n: 3 }, "other");
  await vi.waitFor(() => expect(seen).toHaveLength(2), patience);
  expect(seen).toEqual(expect.arrayContaining([{ n: 1 }, { n: 3 }]));
});

test("after a stop request, the process finishes the running job and leaves the others to the next process", async () => {
  const jobs = await open(database);
  await jobs.define("build", { ...options, concurrency: 1 });
  const started: object[] = [];
  const ended: object[] = [];
  let finish: () => void = () => undefined;
  await jobs.work("build", async (data) => {
    started.push(data);
    await new Promise<void>((resolve) => (finish = resolve));
    ended.push(data);
  });
  await send(jobs, "build", { n: 1 });
  await vi.waitFor(() => expect(started).toEqual([{ n: 1 }]), patience);
  await jobs.stopTaking();
  await send(jobs, "build", { n: 2 });
  finish();
  await jobs.close();
  expect([started, ended]).toEqual([[{ n: 1 }], [{ n: 1 }]]);
  const next = await open(database);
  await next.define("build", options);
  const later: object[] = [];
  await next.work("build", async (data) => void later.push(data));
  await vi.waitFor(() => expect(later).toEqual([{ n: 2 }]), patience);
});

test("a job whose handler throws is retried up to the queue's limit", async () => {
  const jobs = await open(database);
  await jobs.define("flaky", { ...options, retries: 1 });
  let attempts = 0;
  await jobs.work("flaky", async () => {
    attempts += 1;
    throw new Error("not today");
  });
  await send(jobs, "flaky", {});
  await vi.waitFor(() => expect(attempts).toBe(2), patience);
  await vi.waitFor(async () => {
    const { rows } = await database.pool.query("select state::text from pgboss.job where name = 'flaky'");
    expect(rows).toEqual([{ state: "failed" }]);
  }, patience);
});

test("idle workers don't poll: one query for all queues wakes those with jobs that are due", async () => {
  const query = vi.spyOn(Client.prototype, "query");
  const statementsLike = (pattern: RegExp): number =>
    (query.mock.calls as unknown[][]).filter(([given]) => {
      const { text } = typeof given === "string" ? { text: given } : (given as { text: string });
      return pattern.test(text);
    }).length;
  const fetches = () => statementsLike(/WITH\s+next AS/);
  const lookups = () => statementsLike(/asked\(name\)/);
  const queues = ["one", "two", "three"];
  const jobs = await open(database);
  for (const queue of queues) {
    await jobs.define(queue, options);
    await jobs.work(queue, async () => undefined);
  }
  await vi.waitFor(() => expect(fetches()).toBe(queues.length * options.concurrency));
  const before = lookups();
  await vi.waitFor(() => expect(lookups()).toBeGreaterThanOrEqual(before + 3));
  expect(fetches()).toBe(queues.length * options.concurrency);
});

test("closing aborts running jobs by their signal, and the next start runs them again", async () => {
  const jobs = await openJobs(database, log);
  await jobs.define("long", options);
  const started = Promise.withResolvers<void>();
  let wasAborted = false;
  await jobs.work("long", async (_data, signal) => {
    started.resolve();
    await once(signal, "abort");
    wasAborted = true;
  });
  await send(jobs, "long", {});
  await started.promise;
  await jobs.close(1000);
  expect(wasAborted).toBe(true);
  await expectToRun(await open(database), "long");
});

test("the job of a killed worker runs again once its heartbeat stops", async () => {
  await killWorkerAtWork();
  // Simulates the ten seconds that pg-boss grants at least.
  await database.pool.query("update pgboss.job set heartbeat_on = heartbeat_on - interval '10 s' where name = 'slow'");
  await expectToRun(await open(database), "slow");
});

test("with the embedded database, the job of a killed instance restarts right after the next start", async () => {
  await killWorkerAtWork();
  const jobs = await open({ ...database, embedded: { dataDir: "" } });
  await jobs.define("slow", options);
  // The test did not wait for the heartbeat to expire.
  const { rows } = await database.pool.query("select state::text from pgboss.job where name = 'slow'");
  expect(rows).toEqual([{ state: "retry" }]);
  await expectToRun(jobs, "slow");
});

const open = async (on: Database): Promise<Jobs> => {
  const jobs = await openJobs(on, log);
  onTestFinished(() => jobs.close(1000));
  return jobs;
};

const send = (jobs: Jobs, queue: string, data: object, key?: string): Promise<void> =>
  database.db.transaction().execute((trx) => jobs.send(trx, queue, data, key === undefined ? {} : { key }));

const expectToRun = async (jobs: Jobs, queue: string): Promise<void> => {
  const ran = Promise.withResolvers<void>();
  await jobs.define(queue, options);
  await jobs.work(queue, async () => ran.resolve());
  await ran.promise;
};

const killWorkerAtWork = async (): Promise<void> => {
  const jobs = await open(database);
  await jobs.define("slow", options);
  await send(jobs, "slow", {});
  const script = join(import.meta.dirname, "../../../../tests/support/server/job-worker.ts");
  const worker = spawn(process.execPath, [script, database.url], { stdio: ["ignore", "pipe", "inherit"] });
  await once(worker.stdout, "data");
  worker.kill("SIGKILL");
  await once(worker, "exit");
};
