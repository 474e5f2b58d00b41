/** Runs repeated work: one run at a time, again if requested during a run, and again after a failure. */
export interface Worker {
  /** Requests a run after `afterMs`. */
  kick(afterMs?: number): void;
  /** Runs immediately and throws its error. */
  now(): Promise<void>;
  /** Waits for the current run and starts no more. */
  close(): Promise<void>;
}

const retryMs = 5_000;

export const createWorker = (work: () => Promise<void>, onFailure: (error: unknown) => void): Worker => {
  let turn: Promise<void> = Promise.resolve();
  let timer: { readonly at: number; readonly handle: NodeJS.Timeout } | undefined;
  let isClosed = false;

  const now = (): Promise<void> => {
    const next = turn.then(async () => (isClosed ? undefined : work()));
    turn = next.catch(() => undefined);
    return next;
  };
  const kick = (afterMs = 0): void => {
    const at = Date.now() + afterMs;
    if (isClosed || (timer && timer.at <= at)) return;
    clearTimeout(timer?.handle);
    const due = (): void => {
      timer = undefined;
      now().catch((error: unknown) => {
        if (isClosed) return;
        onFailure(error);
        kick(retryMs);
      });
    };
    timer = { at, handle: setTimeout(due, afterMs) };
  };
  return {
    kick,
    now,
    close: async () => {
      isClosed = true;
      clearTimeout(timer?.handle);
      await turn;
    },
  };
};
