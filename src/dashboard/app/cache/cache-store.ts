/** Stores the query cache between visits: one entry per team, in IndexedDB. */
import { clear, createStore, del, get, set, type UseStore } from "idb-keyval";
import { attempt } from "../../lib/async/attempt.ts";

let opened: UseStore | undefined;
const store = (): UseStore => (opened ??= createStore("freehold-cache", "answers"));

/** After a wipe nothing is stored: the page is about to be left. */
let wiped = false;

export const readCache = (teamId: string): Promise<unknown> => attempt(() => get(teamId, store()));

export const writeCache = async (teamId: string, value: unknown): Promise<void> => {
  if (!wiped) await attempt(() => set(teamId, value, store()));
};

/** Deletes one team's cache: the user no longer belongs to it. */
export const dropCache = (teamId: string): Promise<void> => attempt(() => del(teamId, store()));

/** Deletes every team's cache: at sign-out, 401 and 403. */
export const wipeCache = async (): Promise<void> => {
  wiped = true;
  await attempt(() => clear(store()));
};
