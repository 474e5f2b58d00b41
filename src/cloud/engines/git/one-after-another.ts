/**
 * Runs `work` for a key once at a time. Who comes while it runs waits for one further run that begins after it, shared with
 * everyone else who waits: so each caller sees a state no older than the moment of asking.
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
