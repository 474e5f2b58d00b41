/**
 * Runs `work` at most once at a time per key. Calls during a run share one further run that starts after it, so each
 * caller sees a state at least as new as its call.
 */
export const oneAfterAnother = <Arguments extends unknown[]>(
  work: (key: string, ...rest: Arguments) => Promise<void>,
): ((key: string, ...rest: Arguments) => Promise<void>) => {
  const running = new Map<string, Promise<void>>();
  const waiting = new Map<string, Promise<void>>();
  const start = (key: string, rest: Arguments): Promise<void> => {
    const run = work(key, ...rest).finally(() => running.get(key) === run && running.delete(key));
    running.set(key, run);
    return run;
  };
  return (key, ...rest) => {
    const next = waiting.get(key);
    if (next) return next;
    const current = running.get(key);
    if (!current) return start(key, rest);
    const queued = current
      .catch(() => undefined)
      .then(() => {
        waiting.delete(key);
        return start(key, rest);
      });
    waiting.set(key, queued);
    return queued;
  };
};
