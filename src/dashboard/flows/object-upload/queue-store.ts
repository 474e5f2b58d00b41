/**
 * The queue in IndexedDB: the end of a session clears localStorage, and must not clear this. Each file is a separate entry, changed in
 * a separate transaction, so that two tabs never overwrite each other.
 */
import { clear, createStore, delMany, entries, get, setMany, type UseStore } from "idb-keyval";
import { queueDatabase } from "./dock.ts";
import type { Patch, QueuedFile } from "./queued-file.ts";

export interface QueueStore {
  /** In the order in which they were added. */
  all(): Promise<readonly QueuedFile[]>;
  get(id: string): Promise<QueuedFile | undefined>;
  add(files: readonly QueuedFile[]): Promise<void>;
  /** Changes one that is still there. */
  patch(id: string, patch: Patch): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
}

let opened: UseStore | undefined;
const store = (): UseStore => (opened ??= createStore(queueDatabase, "files"));

/** The queue of a person in a team. */
export const openQueueStore = (owner: string): QueueStore => {
  const keyOf = (id: string): string => `${owner}/${id}`;
  return {
    all: async () =>
      (await entries<string, QueuedFile>(store()))
        .flatMap(([key, file]) => (key.startsWith(`${owner}/`) ? [file] : []))
        .toSorted((a, b) => a.addedAtMs - b.addedAtMs),
    get: (id) => get<QueuedFile>(keyOf(id), store()),
    add: (files) =>
      setMany(
        files.map((file) => [keyOf(file.id), file]),
        store(),
      ),
    patch: (id, patch) => store()("readwrite", (files) => patchIn(files, keyOf(id), patch)),
    remove: (ids) => delMany(ids.map(keyOf), store()),
  };
};

/** Forgets every queue, of every person and team: at Disconnect. */
export const wipeQueues = (): Promise<void> => clear(store());

/** What was removed meanwhile does not come back. */
const patchIn = (files: IDBObjectStore, key: string, patch: Patch): Promise<void> =>
  new Promise((resolve, reject) => {
    const asked = files.get(key) as IDBRequest<QueuedFile | undefined>;
    asked.onsuccess = () => asked.result && files.put({ ...asked.result, ...patch }, key);
    files.transaction.oncomplete = () => resolve();
    files.transaction.onabort = () => reject(files.transaction.error ?? new Error("The browser keeps nothing."));
  });
