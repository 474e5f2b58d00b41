/**
 * What a page wants kept and IndexedDB has not confirmed yet, in this tab's sessionStorage: written down at once, so that a page
 * that is left in the same moment loses nothing. A 401 clears localStorage only.
 */
const prefix = "unconfirmed ";

/** Writes the value down as JSON; the function returned strikes it out once it is kept, unless another has taken its place. */
export const jot = (name: string, value: unknown): (() => void) => {
  const [key, text] = [prefix + name, JSON.stringify(value)];
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // No room: it is kept a moment later all the same, and nothing older may stand for it.
    sessionStorage.removeItem(key);
  }
  return strike(key, text);
};

/** What was written down and not confirmed, by this page or the one before it in this tab, and how to strike it out. */
export const jotted = <V>(name: string): { readonly value: V; readonly strike: () => void } | undefined => {
  const key = prefix + name;
  const text = sessionStorage.getItem(key);
  return text === null ? undefined : { value: JSON.parse(text) as V, strike: strike(key, text) };
};

/** Strikes everything out: at Disconnect. */
export const wipeJournal = (): void => {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
};

const strike = (key: string, text: string) => (): void => {
  if (sessionStorage.getItem(key) === text) sessionStorage.removeItem(key);
};
