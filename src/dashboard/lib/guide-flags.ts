/** Dismissed guides by name. Stored in this browser, even when a 401 clears the session. */
import { readStored } from "./stored.ts";

/** One of the few keys that the end of a session keeps: api/session/keys.ts. */
const storageKey = "guide";

const read = (): readonly string[] => {
  const stored = readStored(storageKey);
  return Array.isArray(stored) ? stored.filter((flag) => typeof flag === "string") : [];
};

export const guideFlags = {
  /** Returns whether the guide was dismissed. */
  has: (flag: string): boolean => read().includes(flag),
  dismiss: (flag: string): void => {
    if (!guideFlags.has(flag)) localStorage.setItem(storageKey, JSON.stringify([...read(), flag]));
  },
};
