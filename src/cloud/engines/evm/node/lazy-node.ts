/** A process that runs only while it is needed: started by the first who asks, stopped when nobody has asked for a while. */

interface Startable {
  readonly ended: Promise<unknown>;
  stop(): Promise<void>;
}

export interface LazyNode<T> {
  /** The process, started if need be; those who ask at once share one start. */
  get(): Promise<T>;
  /** Whether one runs, or is being started. */
  isRunning(): boolean;
  /** Stops it for now; the next `get` starts another once it is gone. */
  stop(): Promise<void>;
  /** Stops it for good: `get` throws from then on. */
  close(): Promise<void>;
}

export interface LazyNodeOptions {
  readonly idleMs: number;
  /** Whether it may not be stopped at this moment, however idle. */
  isBusy?(): boolean;
}

/** How often it is looked whether the process is still needed. */
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

  const look = setInterval(() => {
    if (current && !isBusy() && performance.now() - lastUsed > idleMs) void stop();
  }, idleMs / looksPerIdleTime);
  look.unref();

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
      clearInterval(look);
      return stop();
    },
  };
};
