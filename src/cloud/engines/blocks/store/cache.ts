import { LRUCache } from "lru-cache";

export interface Cache<V> {
  /**
   * Returns the value under `key`, loading it if needed; concurrent callers share one load. `undefined` is not cached.
   */
  get(key: string, load: () => Promise<V | undefined>): Promise<V | undefined>;
  /** Returns the value if it is cached. */
  peek(key: string): V | undefined;
  delete(key: string): void;
  clear(): void;
}

/** Creates a cache of the most recently used values, up to a total weight. */
export const createCache = <V extends object>(weightMax: number, weigh: (value: V) => number): Cache<V> => {
  const cached = new LRUCache<string, V>({
    maxSize: weightMax,
    sizeCalculation: (value) => Math.max(1, Math.ceil(weigh(value))),
  });
  const loading = new Map<string, Promise<V | undefined>>();
  return {
    peek: (key) => cached.get(key),
    async get(key, load) {
      const value = cached.get(key);
      if (value !== undefined) return value;
      const running = loading.get(key);
      if (running) return running;
      const started = load();
      loading.set(key, started);
      try {
        const loaded = await started;
        // Deleted during the load: the value may be stale.
        if (loaded !== undefined && loading.get(key) === started) cached.set(key, loaded);
        return loaded;
      } finally {
        if (loading.get(key) === started) loading.delete(key);
      }
    },
    delete(key) {
      cached.delete(key);
      loading.delete(key);
    },
    clear() {
      cached.clear();
      loading.clear();
    },
  };
};
