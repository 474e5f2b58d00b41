/**
 * Stores the queue in IndexedDB: the end of a session clears localStorage but must not clear this. Each file is a
 * separate entry, changed in a separate transaction, so that tabs do not overwrite each other.
 */
import { clear, createStore, delMany, entries, get, setMany, type UseStore } from "idb-keyval";
import { queueDatabase } from "./dock.ts";
import type { Patch, QueuedFile } from "./queued-file.ts";

export interface QueueStore {
  /** Returns the files in the order they were added. */
  all(): Promise<readonly QueuedFile[]>;
  get(id: string): Promise<QueuedFile | undefined>;
  add(files: readonly QueuedFile[]): Promise<void>;
  /** Changes a file, if it still exists. */
  patch(id: string, patch: Patch): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
}

let opened: UseStore | undefined;
const store = (): UseStore => (opened ??= createStore(queueDatabase, "files"));

/** Opens the queue of a user in a team. */
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

/** Deletes every queue, of every user and team: at Disconnect. */
export const wipeQueues = (): Promise<void> => clear(store());

/** Changes an entry without restoring one that was removed meanwhile. */
const patchIn = (files: IDBObjectStore, key: string, patch: Patch): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = files.get(key) as IDBRequest<QueuedFile | undefined>;
    request.onsuccess = () => request.result && files.put({ ...request.result, ...patch }, key);
    files.transaction.oncomplete = () => resolve();
    files.transaction.onabort = () => reject(files.transaction.error ?? new Error("The browser keeps nothing."));
  });
