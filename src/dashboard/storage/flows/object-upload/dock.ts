/** Whether this page shows the queue's panel: only then the shell loads it. */
import { attempt } from "../../../lib/async/attempt.ts";
import { createStore } from "../../../lib/store.ts";

export const queueDatabase = "freehold-object-uploads";

export const dock = createStore(false);

export const showDock = (): void => dock.set(true);

/** Shows it if an earlier visit has left a queue in this browser. */
export const showDockIfLeft = async (): Promise<void> => {
  const databases = await attempt(() => indexedDB.databases());
  if (databases?.some(({ name }) => name === queueDatabase)) showDock();
};
