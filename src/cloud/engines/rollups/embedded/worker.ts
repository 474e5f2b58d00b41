/** Work that is called for again and again: never twice at once, once more when it was called for meanwhile, again after a failure. */
export interface Worker {
  /** Calls for it, so soon. */
  kick(afterMs?: number): void;
  /** Does it, and throws what it throws. */
  now(): Promise<void>;
  /** Waits for what is under way; nothing begins after it. */
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
