/** Which connections work uses: those of requests, or the small pool of background work. */
import { AsyncLocalStorage } from "node:async_hooks";

const lanes = new AsyncLocalStorage<object>();

/**
 * Runs `work`, and everything it starts (timers, duties, jobs), on the pool of background work. Requests that wait for a connection
 * then do not hold it up. Also for what a request starts and does not wait for: it outlives the request's transaction.
 */
export const inBackground = <T>(work: () => T): T => lanes.run({}, work);

/** Identifies the innermost `inBackground` that the caller runs in; undefined in a request. */
export const currentLane = (): object | undefined => lanes.getStore();
