/** Stores conversations in this browser until they are cleared: one per user, and one for visitors. */
import { createStore, del, get, set, type UseStore } from "idb-keyval";
import { attempt } from "../../lib/attempt.ts";
import { settledTurns, type Turn } from "./turns.ts";

let opened: UseStore | undefined;
const store = (): UseStore => (opened ??= createStore("freehold-assistant", "conversations"));

export const readHistory = async (owner: string): Promise<readonly Turn[]> =>
  settledTurns((await attempt(() => get<readonly Turn[]>(owner, store()))) ?? []);

/** Stores the turns, or deletes the entry without any. If the browser refuses, they are lost with the page. */
export const storeHistory = async (owner: string, turns: readonly Turn[]): Promise<void> => {
  await attempt(() => (turns.length > 0 ? set(owner, turns, store()) : del(owner, store())));
};
