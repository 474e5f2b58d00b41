/**
 * Fails tests whose code waits for something else while it holds a transaction open: a second connection, which
 * deadlocks as soon as such code holds every connection of the pool, or external I/O. Imported by a setup file, so it
 * must stay small.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import type { Kysely } from "kysely";
import type { Pool } from "pg";
import { currentLane } from "../../../src/cloud/engines/database/background.ts";

interface Unit {
  isOpen: boolean;
  readonly lane: object | undefined;
}

type Connected = (error: Error) => void;

/**
 * External work that transactions hold intentionally, by file or folder in the stack, with the reason. No second
 * connections, which deadlock.
 */
export const accepted: Readonly<Record<string, string>> = {
  "src/cloud/engines/database/backup-lock.ts": "blobs are removed from S3 under the lock by which a back-up keeps them",
  "src/cloud/devnet/evm/": "a local chain is queried under its log's lock, with a separate pool",
  "src/cloud/hosting/deployments/pushes/push.ts":
    "the head of a branch is read under the project's lock, so that the newest of two pushes is deployed last",
};

const units = new AsyncLocalStorage<Unit>();
const offenses: Error[] = [];
let isOn = false;

/** Watches the transactions and pools of these classes from now on. */
export const guardTransactions = (database: typeof Kysely, pool: typeof Pool): void => {
  if (isOn) return;
  isOn = true;
  const begin = database.prototype.transaction;
  database.prototype.transaction = function (this: Kysely<unknown>) {
    return isOfTest() ? begin.call(this) : watched(begin.call(this));
  } as typeof begin;
  const connect = pool.prototype.connect as (this: Pool, connected?: Connected) => unknown;
  pool.prototype.connect = function (this: Pool, connected?: Connected) {
    const offense = recordOffense("second connection");
    if (!offense) return connect.call(this, connected);
    return connected ? connected(offense) : Promise.reject(offense);
  } as Pool["connect"];
  // Node.js publishes these for any library. An error thrown by a subscriber would not reach the caller.
  subscribe("undici:request:create", () => void recordOffense("HTTP request"));
  subscribe("http.client.request.created", () => void recordOffense("HTTP request"));
  subscribe("net.client.socket", () => void recordOffense("socket"));
  subscribe("child_process", () => void recordOffense("child process"));
};

/** Throws if there was an offense since the last call, even if the code swallowed its error. */
export const failOnOffenses = (): void => {
  const found = offenses.splice(0);
  if (found.length > 0) throw found[0]!;
};

/** Records and returns an offense when the caller is inside a transaction; background work is ignored. */
const recordOffense = (what: string): Error | undefined => {
  const unit = units.getStore();
  if (!unit?.isOpen || unit.lane !== currentLane()) return undefined;
  const error = deeplyTraced(`A transaction is open around this ${what}.`);
  if (what !== "second connection" && Object.keys(accepted).some((path) => error.stack!.includes(path)))
    return undefined;
  // A client opens it later than its request, which is recorded separately.
  if (what === "socket" && !error.stack!.includes("/src/")) return undefined;
  offenses.push(error);
  return error;
};

/** Captures a deep stack trace, past the many frames of drivers. */
const deeplyTraced = (message: string): Error => {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 80;
  const error = new Error(message);
  Error.stackTraceLimit = stackTraceLimit;
  return error;
};

/** Whether a test holds a separate transaction open to stage a race. */
const isOfTest = (): boolean => {
  const frames = deeplyTraced("").stack!.split("\n");
  const nearest = frames.find((frame) => /\/(src|tests)\//.test(frame) && !frame.includes("transaction-guard"));
  return /\/tests\/|\.test\.ts/.test(nearest ?? "");
};

/** Wraps Kysely's transaction builder, including builders returned by `setIsolationLevel` and the like. */
const watched = <B extends object>(builder: B): B =>
  new Proxy(builder, {
    get: (target, key) => {
      const value = Reflect.get(target, key, target) as unknown;
      if (typeof value !== "function") return value;
      if (key !== "execute") return (...args: unknown[]) => watched(value.apply(target, args) as object);
      return (work: (trx: object) => Promise<unknown>) =>
        value.call(target, (trx: object) => runWatched(() => work(trx))) as Promise<unknown>;
    },
  });

const runWatched = async (work: () => Promise<unknown>): Promise<unknown> => {
  const unit: Unit = { isOpen: true, lane: currentLane() };
  try {
    return await units.run(unit, work);
  } finally {
    unit.isOpen = false;
  }
};
