/**
 * Repeats `act` while a request, a connection, a run or an open engine lasts. Returns a function that stops it. Periodic work of the
 * server is a duty instead: operators see it, and two processes don't both run it.
 */
export const repeat = (everyMs: number, act: () => void): (() => void) => {
  const timer = setInterval(act, everyMs).unref();
  return () => clearInterval(timer);
};
