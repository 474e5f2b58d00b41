import { createStore } from "../lib/store.ts";

/** How many requests found no answer and are to be sent again in a moment. */
export const interruptions = createStore(0);
