/** Whether this tab's person has just joined a team: the switcher then says once where to find it. */
import { createStore } from "../../lib/store.ts";

const storageKey = "joinedTeam";

/** Survives the reload that a switch of teams makes. */
export const joined = createStore(sessionStorage.getItem(storageKey) !== null);

/** To be called once somebody has joined a team. */
export const noteJoined = (): void => {
  sessionStorage.setItem(storageKey, "1");
  joined.set(true);
};

/** Whether there was something to say; from now on there is not. */
export const takeJoined = (): boolean => {
  const was = joined.get();
  sessionStorage.removeItem(storageKey);
  joined.set(false);
  return was;
};
