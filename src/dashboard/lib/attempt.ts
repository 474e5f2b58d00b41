/** The work's outcome, or undefined when it fails: for what a browser may refuse (IndexedDB, storage) and nobody misses. */
export const attempt = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await work();
  } catch {
    return undefined;
  }
};
