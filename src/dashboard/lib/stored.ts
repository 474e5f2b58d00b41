/** Reads a JSON value from local storage; undefined if it is missing or malformed, or storage is unavailable. */
export const readStored = (key: string): unknown => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
};
