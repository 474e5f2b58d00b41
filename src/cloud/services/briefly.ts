const entriesMax = 10_000;

/** Remembers the answers of a look-up for a short while, asks once for those who ask at the same time, and can forget. */
export const briefly = <T>(
  forMs: number,
  lookUp: (key: string) => Promise<T>,
): { get(key: string): Promise<T>; clear(): void } => {
  const known = new Map<string, { readonly answer: Promise<T>; readonly until: number }>();
  return {
    get: (key) => {
      const entry = known.get(key);
      if (entry && entry.until > Date.now()) return entry.answer;
      if (known.size >= entriesMax) known.clear();
      const answer = lookUp(key);
      known.set(key, { answer, until: Date.now() + forMs });
      answer.catch(() => known.delete(key));
      return answer;
    },
    clear: () => known.clear(),
  };
};
