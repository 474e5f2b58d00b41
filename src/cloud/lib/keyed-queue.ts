/**
 * Runs work with the same key sequentially. Otherwise duplicates of a request would each hold a database connection while they wait
 * for the first, which may need another one.
 */
export const createKeyedQueue = (): (<T>(key: string, work: () => Promise<T>) => Promise<T>) => {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = last.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
};
