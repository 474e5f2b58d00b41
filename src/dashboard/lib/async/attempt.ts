/**
 * Returns the work's result, or undefined if it fails: for optional features that a browser may refuse (IndexedDB,
 * storage).
 */
export const attempt = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await work();
  } catch {
    return undefined;
  }
};
