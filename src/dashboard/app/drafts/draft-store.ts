/** Form drafts, in IndexedDB: a 401 clears localStorage but must not clear drafts. */
import { clear, createStore, del, entries, get, set, update, type UseStore } from "idb-keyval";
import { draftKeptSeconds } from "../../../../resources/limits.ts";
import { attempt } from "../../lib/async/attempt.ts";
import { readJournal } from "../../lib/journal.ts";

export interface StoredDraft {
  /** Absent once the form is submitted or discarded. */
  readonly values?: unknown;
  readonly savedAtMs: number;
}

let opened: UseStore | undefined;
const store = (): UseStore => (opened ??= createStore("freehold-form-drafts", "forms"));

/** After a wipe nothing is stored: the page is about to be left. */
let wiped = false;

/** Reads a draft, including one that the previous page in this tab had no time to store. */
export const readDraft = async (name: string): Promise<unknown> => {
  const written = readJournal<StoredDraft>(name);
  if (written) await attempt(() => storeNewer(name, written.value).then(written.confirm));
  const stored = await attempt(() => get<StoredDraft>(name, store()));
  const latest = written && written.value.savedAtMs > (stored?.savedAtMs ?? 0) ? written.value : stored;
  return latest && !isOld(latest) ? latest.values : undefined;
};

/** Rejects if the browser refuses. */
export const writeDraft = async (name: string, draft: StoredDraft): Promise<void> => {
  if (!wiped) await set(name, draft, store());
};

/** Stores a draft unless another page has stored a newer one. */
const storeNewer = (name: string, draft: StoredDraft): Promise<void> =>
  update<StoredDraft>(name, (stored) => (stored && stored.savedAtMs > draft.savedAtMs ? stored : draft), store());

/** Deletes expired drafts. */
export const dropOldDrafts = async (): Promise<void> => {
  const all = await attempt(() => entries<string, StoredDraft>(store()));
  for (const [name, draft] of all ?? []) if (isOld(draft)) await attempt(() => del(name, store()));
};

/** Deletes all drafts of every user and team: at Disconnect. */
export const wipeDrafts = async (): Promise<void> => {
  wiped = true;
  await attempt(() => clear(store()));
};

const isOld = ({ savedAtMs }: StoredDraft): boolean => Date.now() - savedAtMs > draftKeptSeconds * 1000;
