import { useSyncExternalStore } from "react";
import { browserQueue } from "./browser-queue.ts";
import type { QueueState } from "./queue.ts";

/** Returns the queue's current state. */
export const useQueue = (): QueueState => {
  const queue = browserQueue();
  return useSyncExternalStore(queue.subscribe, queue.get);
};
