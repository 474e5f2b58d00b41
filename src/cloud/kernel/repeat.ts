/**
 * Repeats `act` while a request, a connection, a run or an open engine lasts. Returns a function that stops it. Periodic work of the
 * server is a duty instead: operators see it, and two processes don't both run it.
 */
export const repeat = (everyMs: number, act: () => void): (() => void) => {
  const timer = setInterval(act, everyMs).unref();
  return () => clearInterval(timer);
};

export interface Runner {
  /** Requests a run after `afterMs`. If one is already due earlier, that one counts. */
  kick(afterMs?: number): void;
  /** Runs now, after the current run, and throws its error. */
  now(): Promise<void>;
  /** Returns whether it runs or will run. */
  isDue(): boolean;
  /** Waits for the current run, and starts no more until one is requested. */
  pause(): Promise<void>;
  /** Waits for the current run and starts no more. */
  close(): Promise<void>;
}

/**
 * Runs work of an owner, a run or a running duty when it is requested: one run at a time, and once more if requested during a run.
 *
 * @param work Resolves to the milliseconds until it must run again; undefined if only on request.
 * @param onFailure Receives the error of a requested run. Returns the milliseconds until it is retried; undefined if not.
 */
export const createRunner = (
  work: () => Promise<number | undefined>,
  onFailure: (error: unknown) => number | undefined,
): Runner => {
  let turn: Promise<unknown> = Promise.resolve();
  let timer: { readonly at: number; readonly handle: NodeJS.Timeout } | undefined;
  /** Runs in progress or waiting for their turn. */
  let open = 0;
  let isRequested = false;
  let isClosed = false;

  const run = (onStart: () => void = () => undefined): Promise<void> => {
    open += 1;
    const next = turn
      .then(async () => {
        onStart();
        const againMs = isClosed ? undefined : await work();
        if (againMs !== undefined) kick(againMs);
      })
      .finally(() => (open -= 1));
    turn = next.catch(() => undefined);
    return next;
  };

  const runRequested = (): void => {
    if (isRequested) return;
    isRequested = true;
    run(() => (isRequested = false)).catch((error: unknown) => {
      const retryMs = isClosed ? undefined : onFailure(error);
      if (retryMs !== undefined) kick(retryMs);
    });
  };

  const kick = (afterMs = 0): void => {
    if (isClosed) return;
    if (afterMs <= 0) return runRequested();
    const at = performance.now() + afterMs;
    if (timer && timer.at <= at) return;
    clearTimeout(timer?.handle);
    const due = (): void => {
      timer = undefined;
      runRequested();
    };
    timer = { at, handle: setTimeout(due, afterMs).unref() };
  };

  const pause = async (): Promise<void> => {
    clearTimeout(timer?.handle);
    timer = undefined;
    await turn;
  };

  return {
    kick,
    now: () => run(),
    isDue: () => open > 0 || timer !== undefined,
    pause,
    close: async () => {
      isClosed = true;
      await pause();
    },
  };
};
