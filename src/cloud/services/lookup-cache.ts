const entriesMax = 10_000;

/**
 * Caches lookups for a short time, shares one lookup among concurrent callers, and can be invalidated. Uses the monotonic clock: a
 * wall clock set back would keep an entry too long.
 */
export const createLookupCache = <T>(
  forMs: number,
  lookUp: (key: string) => Promise<T>,
): { get(key: string): Promise<T>; forget(key: string): void; clear(): void } => {
  const cached = new Map<string, { readonly answer: Promise<T>; readonly until: number }>();
  return {
    get: (key) => {
      const entry = cached.get(key);
      if (entry && entry.until > performance.now()) return entry.answer;
      if (cached.size >= entriesMax) cached.clear();
      const answer = lookUp(key);
      cached.set(key, { answer, until: performance.now() + forMs });
      answer.catch(() => cached.delete(key));
      return answer;
    },
    forget: (key) => void cached.delete(key),
    clear: () => cached.clear(),
  };
};
