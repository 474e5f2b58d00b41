import { useEffect, useSyncExternalStore } from "react";
import { createStore } from "../lib/store.ts";

/** Name of the resource whose create form its list shall open. */
const requested = createStore<string | undefined>(undefined);

/** Opens a resource's create form, on the list that is shown or loading. */
export const requestCreate = (resource: string): void => requested.set(resource);

/** Calls `open` once for each request, of only one of the buttons that a screen has. */
export const useCreateRequest = (resource: string, open: () => void): void => {
  useSyncExternalStore(requested.subscribe, requested.get);
  useEffect(() => {
    if (requested.get() !== resource) return;
    requested.set(undefined);
    open();
  });
};
