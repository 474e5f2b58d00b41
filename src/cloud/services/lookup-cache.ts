const entriesMax = 10_000;

/**
 * Caches lookups for a short time, shares one lookup among concurrent callers, and can be invalidated. Uses the monotonic clock: a
 * wall clock set back would keep an entry too long.
 */
export const createLookupCache = <T>(
  forMs: number,
  lookUp: (key: string) => Promise<T>,
): { get(key: string): Promise<T>; forget(key: string): void; clear(): void } => {
  const known = new Map<string, { readonly answer: Promise<T>; readonly until: number }>();
  return {
    get: (key) => {
      const entry = known.get(key);
      if (entry && entry.until > performance.now()) return entry.answer;
      if (known.size >= entriesMax) known.clear();
      const answer = lookUp(key);
      known.set(key, { answer, until: performance.now() + forMs });
      answer.catch(() => known.delete(key));
      return answer;
    },
    forget: (key) => void known.delete(key),
    clear: () => known.clear(),
  };
};
