import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { pino } from "pino";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { testDatabase, type TestDatabase } from "../../../tests/support/database/database.ts";
import { patience } from "../../../tests/support/patience.ts";
import { createScheduler, type Duty, type Scheduler } from "./duties.ts";

const log = pino({ level: "silent" });
let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
});

/** Starts a process with these duties. Signals reach the other processes of the test. */
const start = async (
  duties: readonly Duty[],
  roles: readonly ("web" | "worker")[] = ["worker"],
): Promise<Scheduler> => {
  const listeners = new Map<string, () => void>();
  const realtime = {
    signal: (name: string) => processes.filter((other) => other !== listeners).forEach((other) => other.get(name)?.()),
    onSignal: (name: string, listener: () => void) => void listeners.set(name, listener),
  };
  processes.push(listeners);
  const scheduler = createScheduler({ database, realtime, roles, log, leaseMs: 900, tickMs: 50 });
  onTestFinished(async () => {
    processes.splice(0);
    await scheduler.close();
  });
  await scheduler.start(duties);
  return scheduler;
};
const processes: Map<string, () => void>[] = [];
const rowOf = (name: string) =>
  database.db.selectFrom("duty").selectAll().where("name", "=", name).executeTakeFirstOrThrow();

test("a cluster duty runs in one process at a time", async () => {
  let [running, most, runs] = [0, 0, 0];
  const duty: Duty = {
    name: "Count",
    every: "20 ms",
    scope: "cluster",
    run: async () => {
      most = Math.max(most, (running += 1));
      await delay(30);
      [running, runs] = [running - 1, runs + 1];
    },
  };
  await start([duty]);
  await start([duty]);
  await vi.waitFor(() => expect(runs).toBeGreaterThan(5), patience);
  expect(most).toBe(1);
});

test("a process duty runs in each process of its role", async () => {
  const ran = new Set<string>();
  const duty = (key: string): Duty => ({
    name: "Flush",
    every: "1 h",
    scope: "process",
    role: "web",
    run: async () => ran.add(key),
  });
  await start([duty("a")], ["web"]);
  await start([duty("b")], ["web", "worker"]);
  await start([duty("c")], ["worker"]);
  await vi.waitFor(() => expect(ran).toEqual(new Set(["a", "b"])), patience);
});

test("another process takes over a duty whose process fell silent", async () => {
  const duty: Duty = { name: "Watch", every: "20 ms", scope: "cluster", run: () => delay(1) };
  await database.db
    .insertInto("duty")
    .values({ name: "Watch", scope: "cluster", every: "20 ms", holder: crypto.randomUUID() })
    .execute();
  await database.pool.query("update duty set lease_until = now() + interval '300 ms'");
  const scheduler = await start([duty]);
  expect(scheduler.states()[0]!.runs).toBe(0);
  await vi.waitFor(() => expect(scheduler.states()[0]!.runs).toBeGreaterThan(0), patience);
});

test("a run that outlasts its lease keeps it, and is aborted when the lease is lost", async () => {
  const reasons: unknown[] = [];
  const duty: Duty = {
    name: "Long",
    every: "1 h",
    scope: "cluster",
    run: (signal) =>
      new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(void reasons.push(signal.reason)))),
  };
  await start([duty]);
  await vi.waitFor(async () => expect((await rowOf("Long")).holder).not.toBeNull(), patience);
  const { lease_until: first } = await rowOf("Long");
  await vi.waitFor(
    async () => expect((await rowOf("Long")).lease_until!.getTime()).toBeGreaterThan(first!.getTime() + 900),
    patience,
  );
  expect(reasons).toEqual([]);
  await database.db.updateTable("duty").set({ holder: crypto.randomUUID() }).execute();
  await vi.waitFor(() => expect(reasons).toEqual([new Error("Another process may have taken over.")]), patience);
});

test("waking runs a cluster duty now, and once more if it is running", async () => {
  let runs = 0;
  const gate = Promise.withResolvers<void>();
  const duty: Duty = { name: "Tell", every: "1 h", scope: "cluster", run: () => ((runs += 1), gate.promise) };
  const scheduler = await start([duty]);
  await vi.waitFor(() => expect(runs).toBe(1), patience);
  scheduler.wake("Tell");
  gate.resolve();
  await vi.waitFor(() => expect(runs).toBe(2), patience);
});

test("waking after a delay runs a duty once for all calls until then", async () => {
  let runs = 0;
  const duty: Duty = { name: "Gather", every: "1 h", scope: "cluster", run: async () => (runs += 1) };
  const scheduler = await start([duty]);
  await vi.waitFor(() => expect(scheduler.states()[0]!.runs).toBe(1), patience);
  const startedAt = performance.now();
  for (let n = 0; n < 5; n += 1) scheduler.wake("Gather", "200 ms");
  await vi.waitFor(() => expect(runs).toBe(2), patience);
  expect(performance.now() - startedAt).toBeGreaterThan(190);
  await delay(300);
  expect(runs).toBe(2);
});

test("waking reaches process duties of other processes", async () => {
  let runs = 0;
  const duty: Duty = {
    name: "Refresh",
    every: "1 h",
    scope: "process",
    role: "web",
    run: async () => void (runs += 1),
  };
  await start([duty], ["web"]);
  const worker = await start([duty], ["worker"]);
  await vi.waitFor(() => expect(runs).toBe(1), patience);
  worker.wake("Refresh");
  await vi.waitFor(() => expect(runs).toBe(2), patience);
});

test("a failed run is recorded and runs again, and only an essential duty that keeps failing makes the process not ready", async () => {
  const fail = async (): Promise<void> => {
    throw new Error("no reply");
  };
  const plain: Duty = { name: "Plain", every: "10 ms", scope: "cluster", run: fail };
  const essential: Duty = { name: "Essential", every: "10 ms", scope: "process", essential: true, run: fail };
  const one = await start([plain]);
  const other = await start([essential]);
  await vi.waitFor(async () => expect(Number((await rowOf("Plain")).failures)).toBeGreaterThan(3), patience);
  expect(await rowOf("Plain")).toMatchObject({ last_error: "no reply" });
  await expect(one.ping()).resolves.toBeUndefined();
  await vi.waitFor(() => expect(other.ping()).rejects.toThrow("Essential: no reply"), patience);
});

test("a run that found more work decides when the next one comes", async () => {
  let runs = 0;
  await start([
    { name: "Drain", every: "1 h", scope: "cluster", run: async () => ({ again: (runs += 1) < 3 ? "1 ms" : "1 h" }) },
  ]);
  await vi.waitFor(() => expect(runs).toBe(3), patience);
});

test("closing aborts a running duty and releases its lease for another process", async () => {
  const duty: Duty = {
    name: "Own",
    every: "1 h",
    scope: "cluster",
    run: (signal) => new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve())),
  };
  const scheduler = await start([duty]);
  await vi.waitFor(async () => expect((await rowOf("Own")).holder).not.toBeNull(), patience);
  await scheduler.close();
  expect(await rowOf("Own")).toMatchObject({ holder: null, runs: 1n });
});

test("the states of process duties are written when the process closes", async () => {
  const scheduler = await start([{ name: "Flush", every: "1 h", scope: "process", run: async () => undefined }]);
  await vi.waitFor(() => expect(scheduler.states()[0]!.runs).toBe(1), patience);
  await scheduler.close();
  expect(await rowOf("Flush")).toMatchObject({ scope: "process", runs: 1n, last_error: null });
});

test("two duties can't have one name", async () => {
  const duty: Duty = { name: "Twin", every: "1 h", scope: "process", run: async () => undefined };
  await expect(start([duty, { ...duty }])).rejects.toThrow('Two duties are called "Twin".');
});

test("a duty without a time limit runs until its process closes, and operators see when it started", async () => {
  const { timeout } = AbortSignal;
  vi.spyOn(AbortSignal, "timeout").mockImplementation(() => timeout.call(AbortSignal, 20));
  const aborted: string[] = [];
  const duty = (name: string, limit: Pick<Duty, "timeout">): Duty => ({
    name,
    every: "1 h",
    scope: "cluster",
    ...limit,
    run: async (signal) => {
      await once(signal, "abort");
      aborted.push(name);
    },
  });
  const scheduler = await start([duty("Watch", { timeout: "none" }), duty("Read", {})]);
  await vi.waitFor(() => expect(aborted).toEqual(["Read"]), patience);
  expect((await rowOf("Watch")).started_at).not.toBeNull();
  await scheduler.close();
  expect(aborted).toEqual(["Read", "Watch"]);
});
