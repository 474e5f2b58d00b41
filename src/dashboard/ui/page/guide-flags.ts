/** Dismissed guides by name. Stored in this browser, even when a 401 clears the session. */
import { createStore } from "../../lib/store.ts";
import { readStored } from "../../lib/stored.ts";

/** One of the few keys that the end of a session keeps: api/session/keys.ts. */
const storageKey = "guide";

const read = (): readonly string[] => {
  const stored = readStored(storageKey);
  return Array.isArray(stored) ? stored.filter((flag) => typeof flag === "string") : [];
};

const store = createStore<readonly string[]>(read());

export const guideFlags = {
  get: store.get,
  subscribe: store.subscribe,
  /** Returns whether the guide was dismissed. */
  has: (flag: string): boolean => store.get().includes(flag),
  set: (flag: string, hidden: boolean): void => {
    const others = read().filter((each) => each !== flag);
    const flags = hidden ? [...others, flag] : others;
    localStorage.setItem(storageKey, JSON.stringify(flags));
    store.set(flags);
  },
};
