/** Runs a process on demand: starts it on first use and stops it after an idle time. */
import { repeat } from "../../../kernel/repeat.ts";

interface Startable {
  readonly ended: Promise<unknown>;
  stop(): Promise<void>;
}

export interface LazyNode<T> {
  /** Returns the process, starting it if needed; concurrent callers share one start. */
  get(): Promise<T>;
  /** Returns whether it runs or is starting. */
  isRunning(): boolean;
  /** Stops it for now; the next `get` starts another one after its end. */
  stop(): Promise<void>;
  /** Stops it permanently: `get` throws afterwards. */
  close(): Promise<void>;
}

export interface LazyNodeOptions {
  readonly idleMs: number;
  /** Returns whether it must keep running even if idle. */
  isBusy?(): boolean;
}

/** Number of idle checks per idle time. */
const looksPerIdleTime = 4;

export const createLazyNode = <T extends Startable>(
  start: () => Promise<T>,
  { idleMs, isBusy = () => false }: LazyNodeOptions,
): LazyNode<T> => {
  let current: Promise<T> | undefined;
  let stopping: Promise<void> = Promise.resolve();
  let lastUsed = 0;
  let isClosed = false;

  const begin = (): Promise<T> => {
    const mine = stopping.then(start);
    const forget = (): void => {
      if (current === mine) current = undefined;
    };
    mine.then((node) => node.ended).then(forget, forget);
    return mine;
  };

  const stop = (): Promise<void> => {
    const last = current;
    current = undefined;
    stopping = stopping.then(async () => (await last?.catch(() => undefined))?.stop());
    return stopping;
  };

  const stopLooking = repeat(idleMs / looksPerIdleTime, () => {
    if (current && !isBusy() && performance.now() - lastUsed > idleMs) void stop();
  });

  return {
    get: async () => {
      if (isClosed) throw new Error("The server is shutting down.");
      lastUsed = performance.now();
      return (current ??= begin());
    },
    isRunning: () => current !== undefined,
    stop,
    close: () => {
      isClosed = true;
      stopLooking();
      return stop();
    },
  };
};
