/**
 * Duties: periodic activities, declared by services and run by one scheduler. A cluster duty holds a lease in the table `duty`, so one
 * process at a time runs it; a process duty runs in every process of its role.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import type { Logger } from "pino";
import type { Role } from "../config.ts";
import { inBackground } from "../engines/database/background.ts";
import type { Database } from "../engines/database/database.ts";
import type { Realtime } from "../engines/realtime/realtime.ts";
import { outsideWork } from "./observe/work.ts";

/** "15 s": a number and a unit. */
export type Period = `${number} ${"ms" | "s" | "min" | "h" | "d"}`;

export interface Duty {
  /** What it does, as operators read it: "Delete old emails". Unique, and the label in /metrics. */
  readonly name: string;
  /** Pause between two runs, ±10 % so that processes don't run in step. */
  readonly every: Period;
  readonly scope: "cluster" | "process";
  /** Processes that run it: of a role, of those that serve HTTP (web and gateway), or any. Default: workers. */
  readonly role?: Exclude<Role, "gateway" | "owner"> | "serving" | "any";
  /** Its run is aborted after this time; "none" for one that lasts as long as the process. Default: `every`, but at least a minute. */
  readonly timeout?: Period | "none";
  /** The process is not ready while the duty keeps failing: for state without which requests get wrong answers. */
  readonly essential?: true;
  /** Does the work. Resolves to `{ again }` to run earlier or later than `every`; any other result is ignored. */
  run(signal: AbortSignal): Promise<unknown>;
}

/** Result of a run that found more work, or none for a while. */
export interface Again {
  readonly again: Period;
}

/** Runs of a duty in this process. */
export interface DutyState {
  readonly name: string;
  readonly runs: number;
  readonly failures: number;
  readonly isRunning: boolean;
  readonly startedAt?: Date;
  readonly lastMs?: number;
  readonly lastError?: string | undefined;
}

/**
 * Runs a duty now, in all processes concerned; once more if it is running. With `after`, runs it once for all calls until then. Ignores
 * unknown names.
 */
export type Wake = (name: string, after?: Period) => void;

export interface Scheduler {
  /** Starts the duties of this process's roles. Throws if two have one name. */
  start(duties: readonly Duty[]): Promise<void>;
  readonly wake: Wake;
  states(): readonly DutyState[];
  /** Throws while an essential duty keeps failing, with its name. */
  ping(): Promise<void>;
  /** Aborts running duties, waits up to five seconds for them, and releases their leases. */
  close(): Promise<void>;
}

interface Options {
  readonly database: Pick<Database, "db" | "embedded">;
  readonly realtime: Pick<Realtime, "signal" | "onSignal">;
  readonly roles: readonly Role[];
  readonly log: Pick<Logger, "warn">;
  /** Milliseconds after which the duties of a silent process are taken over. */
  readonly leaseMs?: number;
  readonly tickMs?: number;
}

interface Slot {
  readonly duty: Duty;
  state: DutyState;
  /** Runs and failures that are not yet in the table. */
  readonly unsaved: { runs: number; failures: number };
  /** Failed runs since the last success. */
  failing: number;
  isWoken: boolean;
  leasedAt: number;
  lost?: AbortController;
  ended?: Promise<void>;
  timer?: NodeJS.Timeout;
}

const unitMs = { ms: 1, s: 1000, min: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const timeoutMsMin = 60_000;
const closeMs = 5000;
const saveMs = 10_000;
const failuresMax = 3;

/** Milliseconds of a period. */
export const msOf = (period: Period): number => {
  const [count, unit] = period.split(" ") as [string, keyof typeof unitMs];
  return Number(count) * unitMs[unit];
};

const isAgain = (result: unknown): result is Again =>
  typeof result === "object" && result !== null && "again" in result;

/** Creates the scheduler of a process. */
export const createScheduler = (options: Options): Scheduler => {
  const { database, realtime, roles, log, leaseMs = 10_000, tickMs = 1000 } = options;
  const { db } = database;
  const holder = randomUUID();
  const closing = new AbortController();
  const slots = new Map<string, Slot>();
  const ofScope = (wanted: Duty["scope"]) => [...slots.values()].filter(({ duty }) => duty.scope === wanted);
  const loops: Promise<void>[] = [];

  /** Runs it once. Resolves to the pause before the next run. */
  const runOnce = async (slot: Slot): Promise<number> => {
    const { duty } = slot;
    const periodMs = msOf(duty.every);
    const { timeout } = duty;
    const timeoutMs = timeout && timeout !== "none" ? msOf(timeout) : Math.max(periodMs, timeoutMsMin);
    const limits = timeout === "none" ? [] : [AbortSignal.timeout(timeoutMs)];
    slot.lost = new AbortController();
    slot.isWoken = false;
    slot.state = { ...slot.state, isRunning: true, startedAt: new Date() };
    const startedMs = performance.now();
    let lastError: string | undefined;
    let pauseMs = periodMs;
    try {
      const signal = AbortSignal.any([closing.signal, slot.lost.signal, ...limits]);
      // A request may have woken it, but later runs are not its own.
      const result = await outsideWork(() => duty.run(signal));
      if (isAgain(result)) pauseMs = msOf(result.again);
      slot.failing = 0;
    } catch (error) {
      if (!closing.signal.aborted) {
        lastError = error instanceof Error ? error.message : String(error);
        slot.failing += 1;
        slot.unsaved.failures += 1;
        log.warn({ err: error, duty: duty.name }, "A background task failed and will run again");
      }
    }
    slot.unsaved.runs += 1;
    const { state } = slot;
    const lastMs = Math.round(performance.now() - startedMs);
    const failures = state.failures + (lastError === undefined ? 0 : 1);
    slot.state = { ...state, isRunning: false, runs: state.runs + 1, failures, lastMs, lastError };
    return pauseMs * (0.9 + Math.random() * 0.2);
  };

  const runProcess = (slot: Slot): void => {
    clearTimeout(slot.timer);
    slot.ended = runOnce(slot).then((pauseMs) => {
      if (!closing.signal.aborted) slot.timer = setTimeout(() => runProcess(slot), slot.isWoken ? 0 : pauseMs).unref();
    });
  };

  /** Stores the state of a run; with `pauseMs`, releases the lease of a cluster duty. */
  const save = async (slot: Slot, pauseMs?: number): Promise<void> => {
    const { duty, state, unsaved } = slot;
    const { runs, failures } = unsaved;
    if (runs === 0) return;
    const release = sql`holder = null, lease_until = null, is_woken = false,
      next_at = case when is_woken then now() else now() + ${pauseMs ?? 0} * interval '1 ms' end,`;
    await sql`
      update duty set ${pauseMs === undefined ? sql`` : release} started_at = ${state.startedAt}, last_ms = ${state.lastMs},
        last_error = ${state.lastError ?? null}, runs = runs + ${runs}, failures = failures + ${failures}
      where name = ${duty.name} ${pauseMs === undefined ? sql`` : sql`and holder = ${holder}`}`.execute(db);
    unsaved.runs -= runs;
    unsaved.failures -= failures;
  };

  /** Leases all due duties in one statement, by the database's clock: those of the processes can differ. */
  const lease = async (): Promise<readonly Slot[]> => {
    const idle = ofScope("cluster")
      .filter(({ state }) => !state.isRunning)
      .map(({ duty }) => duty.name);
    if (idle.length === 0) return [];
    const { rows } = await sql<{ name: string }>`
      with due as (
        select name from duty where name = any(${idle}) and next_at <= now() and (holder is null or lease_until < now())
        for update skip locked
      )
      update duty set holder = ${holder}, is_woken = false, started_at = now(), lease_until = now() + ${leaseMs} * interval '1 ms'
      from due where duty.name = due.name returning duty.name`.execute(db);
    return rows.map(({ name }) => slots.get(name)!);
  };

  const tick = async (): Promise<void> => {
    const leasedAt = performance.now();
    for (const slot of await lease()) {
      slot.leasedAt = leasedAt;
      slot.ended = runOnce(slot)
        .then((pauseMs) => save(slot, closing.signal.aborted ? 0 : pauseMs))
        .catch((error: unknown) => log.warn({ err: error, duty: slot.duty.name }, "Saving a background task failed"));
    }
  };

  /** Renews the leases of running duties. A duty whose lease can't be renewed is aborted before another process may take it. */
  const renew = async (): Promise<void> => {
    const running = ofScope("cluster").filter(({ state }) => state.isRunning);
    if (running.length === 0) return;
    const askedAt = performance.now();
    const names = running.map(({ duty }) => duty.name);
    const renewal = sql<{ name: string }>`
      update duty set lease_until = now() + ${leaseMs} * interval '1 ms'
      where holder = ${holder} and name = any(${names}) returning name`.execute(db);
    const answer = await Promise.race([renewal, delay(leaseMs / 3, undefined, { ref: false })]).catch(() => undefined);
    const kept = answer && new Set(answer.rows.map(({ name }) => name));
    for (const slot of running) {
      if (kept?.has(slot.duty.name)) slot.leasedAt = askedAt;
      else if (kept || performance.now() - slot.leasedAt > (leaseMs * 2) / 3)
        slot.lost?.abort(new Error("Another process may have taken over."));
    }
  };

  /** Processes write their own duties' states at intervals: some run every second. */
  const saveProcess = async (): Promise<void> => {
    for (const slot of ofScope("process")) await save(slot);
  };

  const wakeHere = (slot: Slot): void => {
    slot.isWoken = true;
    if (closing.signal.aborted || slot.state.isRunning) return;
    // The loop reports errors of a tick; the next one comes within a second.
    inBackground(() => (slot.duty.scope === "process" ? runProcess(slot) : void tick().catch(() => undefined)));
  };

  const wakeNow = (name: string): void =>
    void inBackground(async () => {
      await sql`update duty set next_at = now(), is_woken = true where name = ${name} and scope = 'cluster'`.execute(
        db,
      );
      const slot = slots.get(name);
      if (slot) wakeHere(slot);
      realtime.signal(signalOf(name));
    }).catch((error: unknown) => log.warn({ err: error, duty: name }, "Couldn't wake a background task"));

  /** Duties to wake, by name. */
  const soon = new Map<string, NodeJS.Timeout>();
  const wakeLater = (name: string, afterMs: number): void => {
    if (soon.has(name) || closing.signal.aborted) return;
    const due = (): void => {
      soon.delete(name);
      wakeNow(name);
    };
    soon.set(name, setTimeout(due, afterMs).unref());
  };

  const define = async (duties: readonly Duty[]): Promise<void> => {
    const names = duties.map(({ name }) => name);
    const scopes = duties.map(({ scope }) => scope);
    const periods = duties.map(({ every }) => every);
    await sql`
      insert into duty (name, scope, every)
      select * from unnest(${names}::text[], ${scopes}::text[], ${periods}::text[])
      on conflict (name) do update set scope = excluded.scope, every = excluded.every`.execute(db);
    await sql`delete from duty where name <> all(${names}) and started_at < now() - interval '1 day'`.execute(db);
  };

  const loop = async (ms: number, act: () => Promise<void>): Promise<void> => {
    while (!closing.signal.aborted) {
      await act().catch((error: unknown) => log.warn({ err: error }, "Background tasks are waiting for the database"));
      await delay(ms, undefined, { ref: false, signal: closing.signal }).catch(() => undefined);
    }
  };

  return {
    start: (duties) =>
      inBackground(async () => {
        const twin = duties.find(({ name }, at) => duties.findIndex((other) => other.name === name) !== at);
        if (twin) throw new Error(`Two duties are called "${twin.name}".`);
        await define(duties);
        // An embedded database has one process, so leases are those of a killed predecessor.
        if (database.embedded) await sql`update duty set holder = null, lease_until = null`.execute(db);
        for (const duty of duties) {
          const { name, role = "worker" } = duty;
          if (!runsIn(roles, role)) continue;
          const slot = slotOf(duty);
          slots.set(name, slot);
          realtime.onSignal(signalOf(name), () => wakeHere(slot));
        }
        ofScope("process").forEach(runProcess);
        loops.push(loop(saveMs, saveProcess), loop(tickMs, tick), loop(leaseMs / 3, renew));
      }),
    wake: (name, after) => (after === undefined ? wakeNow(name) : wakeLater(name, msOf(after))),
    states: () => [...slots.values()].map(({ state }) => state),
    ping: async () => {
      const failing = [...slots.values()].find((slot) => slot.duty.essential && slot.failing >= failuresMax);
      if (failing) throw new Error(`${failing.duty.name}: ${failing.state.lastError}`);
    },
    close: async () => {
      closing.abort(new Error("The process is closing."));
      for (const { timer } of slots.values()) clearTimeout(timer);
      for (const timer of soon.values()) clearTimeout(timer);
      const ends = [...loops, ...[...slots.values()].map(async ({ ended }) => ended)];
      await Promise.race([Promise.allSettled(ends), delay(closeMs, undefined, { ref: false })]);
      await saveProcess();
    },
  };
};

const runsIn = (roles: readonly Role[], role: NonNullable<Duty["role"]>): boolean => {
  if (role === "serving") return roles.includes("web") || roles.includes("gateway");
  return role === "any" || roles.includes(role);
};

const slotOf = (duty: Duty): Slot => ({
  duty,
  state: { name: duty.name, runs: 0, failures: 0, isRunning: false },
  unsaved: { runs: 0, failures: 0 },
  failing: 0,
  isWoken: false,
  leasedAt: 0,
});

const signalOf = (name: string): string => `duty ${name}`;
