/** What was typed into forms and not sent, in IndexedDB: a 401 clears localStorage, and must not clear this. */
import { clear, createStore, del, entries, get, set, type UseStore } from "idb-keyval";
import { draftKeptSeconds } from "../../../../resources/limits.ts";
import { attempt } from "../../lib/attempt.ts";

interface Kept {
  readonly values: unknown;
  readonly savedAtMs: number;
}

let opened: UseStore | undefined;
const store = (): UseStore => (opened ??= createStore("freehold-form-drafts", "forms"));

/** Once wiped nothing is kept any more: the page is about to be left. */
let wiped = false;

export const readDraft = async (name: string): Promise<unknown> => {
  const kept = await attempt(() => get<Kept>(name, store()));
  return kept && !isOld(kept) ? kept.values : undefined;
};

export const keepDraft = async (name: string, values: unknown): Promise<void> => {
  if (wiped) return;
  const kept: Kept = { values, savedAtMs: Date.now() };
  await attempt(() => set(name, kept, store()));
};

export const dropDraft = (name: string): Promise<void> => attempt(() => del(name, store()));

/** Forgets what nobody has come back to. */
export const dropOldDrafts = async (): Promise<void> => {
  const all = await attempt(() => entries<string, Kept>(store()));
  for (const [name, kept] of all ?? []) if (isOld(kept)) await dropDraft(name);
};

/** Forgets everything, of every person and team: at Disconnect. */
export const wipeDrafts = async (): Promise<void> => {
  wiped = true;
  await attempt(() => clear(store()));
};

const isOld = ({ savedAtMs }: Kept): boolean => Date.now() - savedAtMs > draftKeptSeconds * 1000;
