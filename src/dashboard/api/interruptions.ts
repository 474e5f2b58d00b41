import { createStore } from "../lib/store.ts";

/** Number of requests that got no response and will be retried. */
export const interruptions = createStore(0);
