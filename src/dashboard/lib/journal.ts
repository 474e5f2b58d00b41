/**
 * Journal of values that IndexedDB has not confirmed yet, in this tab's sessionStorage: written synchronously, so that
 * a page that is left at the same moment loses nothing. A 401 clears localStorage only.
 */
const prefix = "unconfirmed ";

/**
 * Writes the value as JSON; the returned function removes it once it is stored, unless a newer value has replaced it.
 */
export const writeJournal = (name: string, value: unknown): (() => void) => {
  const [key, text] = [prefix + name, JSON.stringify(value)];
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // The storage is full: the value is stored a moment later anyway, and no older one may replace it.
    sessionStorage.removeItem(key);
  }
  return removeIfUnchanged(key, text);
};

/** Returns the unconfirmed value of this page or the previous one in this tab, and the function that removes it. */
export const readJournal = <V>(name: string): { readonly value: V; readonly confirm: () => void } | undefined => {
  const key = prefix + name;
  const text = sessionStorage.getItem(key);
  return text === null ? undefined : { value: JSON.parse(text) as V, confirm: removeIfUnchanged(key, text) };
};

/** Removes all entries: at Disconnect. */
export const wipeJournal = (): void => {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
};

const removeIfUnchanged = (key: string, text: string) => (): void => {
  if (sessionStorage.getItem(key) === text) sessionStorage.removeItem(key);
};
