/** Creates a queue that runs tasks with the same key sequentially. */
export const oneAtATime = (): (<T>(key: string, task: () => Promise<T>) => Promise<T>) => {
  const last = new Map<string, Promise<unknown>>();
  return async (key, task) => {
    const before = last.get(key) ?? Promise.resolve();
    const current = before.then(task, task);
    last.set(key, current);
    try {
      return await current;
    } finally {
      if (last.get(key) === current) last.delete(key);
    }
  };
};
