/** What this browser keeps as JSON under the key; undefined if there is nothing, no JSON, or no storage. */
export const readStored = (key: string): unknown => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
};
