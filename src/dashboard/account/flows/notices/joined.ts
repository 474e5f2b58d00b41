/** Whether this tab's user just joined a team: the switcher then shows a hint once. */
import { createStore } from "../../../lib/store.ts";

const storageKey = "joinedTeam";

/** Survives the reload of a team switch. */
export const joined = createStore(sessionStorage.getItem(storageKey) !== null);

/** Records that a user joined a team. */
export const recordJoined = (): void => {
  sessionStorage.setItem(storageKey, "1");
  joined.set(true);
};

/** Returns whether a hint is pending, and clears it. */
export const takeJoined = (): boolean => {
  const was = joined.get();
  sessionStorage.removeItem(storageKey);
  joined.set(false);
  return was;
};
