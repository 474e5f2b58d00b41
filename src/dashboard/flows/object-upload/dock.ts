/** Whether the panel of the queue is wanted in this page: the shell loads it then, and not before. */
import { attempt } from "../../lib/attempt.ts";
import { createStore } from "../../lib/store.ts";

export const queueDatabase = "freehold-object-uploads";

export const dock = createStore(false);

export const showDock = (): void => dock.set(true);

/** Shows it when an earlier visit has left a queue in this browser. */
export const showDockIfLeft = async (): Promise<void> => {
  const known = await attempt(() => indexedDB.databases());
  if (known?.some(({ name }) => name === queueDatabase)) showDock();
};
