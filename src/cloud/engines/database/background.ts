/** Selects the connection pool: that of requests, or the small pool of background work. */
import { AsyncLocalStorage } from "node:async_hooks";

const lanes = new AsyncLocalStorage<object>();

/**
 * Runs `work`, and everything it starts (timers, duties, jobs), on the pool of background work, so that requests
 * waiting for a connection do not delay it. Also for work that a request starts without waiting for it: it outlives the
 * request's transaction.
 */
export const inBackground = <T>(work: () => T): T => lanes.run({}, work);

/** Identifies the innermost `inBackground` that the caller runs in; undefined in a request. */
export const currentLane = (): object | undefined => lanes.getStore();
