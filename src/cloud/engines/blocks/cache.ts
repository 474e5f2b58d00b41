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
export const createCache = <V>(weightMax: number, weigh: (value: V) => number): Cache<V> => {
  // A Map iterates in insertion order: moving a used entry to the end keeps the oldest first.
  const cached = new Map<string, { readonly value: V; readonly weight: number }>();
  const loading = new Map<string, Promise<V | undefined>>();
  let weightNow = 0;

  const remove = (key: string): void => {
    weightNow -= cached.get(key)?.weight ?? 0;
    cached.delete(key);
    loading.delete(key);
  };
  const keep = (key: string, value: V): void => {
    const weight = weigh(value);
    if (weight > weightMax) return;
    cached.set(key, { value, weight });
    weightNow += weight;
    for (const oldest of cached.keys()) {
      if (weightNow <= weightMax) return;
      remove(oldest);
    }
  };
  const peek = (key: string): V | undefined => {
    const entry = cached.get(key);
    if (!entry) return undefined;
    cached.delete(key);
    cached.set(key, entry);
    return entry.value;
  };

  return {
    peek,
    async get(key, load) {
      const value = peek(key);
      if (value !== undefined) return value;
      const running = loading.get(key);
      if (running) return running;
      const started = load();
      loading.set(key, started);
      try {
        const loaded = await started;
        // Deleted during the load: the value may be stale.
        if (loaded !== undefined && loading.get(key) === started) keep(key, loaded);
        return loaded;
      } finally {
        if (loading.get(key) === started) loading.delete(key);
      }
    },
    delete: remove,
    clear() {
      cached.clear();
      loading.clear();
      weightNow = 0;
    },
  };
};
