export interface Store<T> {
  get(): T;
  set(next: T): void;
  /** Calls back after each change; returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
}

/** Creates a value outside React that components read with `useSyncExternalStore(store.subscribe, store.get)`. */
export const createStore = <T>(initial: T): Store<T> => {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
