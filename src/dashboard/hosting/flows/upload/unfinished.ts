/**
 * Interrupted uploads, by the fingerprint of their files: dropping the same folder again resumes them. In IndexedDB, so
 * that they survive the end of a session.
 */
import { createStore, del, entries, get, set, type UseStore } from "idb-keyval";
import { uploadKeptSeconds } from "../../../../../resources/limits.ts";

interface Unfinished {
  readonly uploadId: string;
  readonly startedAtMs: number;
}

export interface UnfinishedUploads {
  find(fingerprint: string): Promise<string | undefined>;
  remember(fingerprint: string, uploadId: string): Promise<void>;
  remove(fingerprint: string): Promise<void>;
}

export const openUnfinishedUploads = (): UnfinishedUploads => {
  const store = createStore("freehold-uploads", "unfinished");
  return {
    find: async (fingerprint) => {
      await dropOld(store);
      return (await get<Unfinished>(fingerprint, store))?.uploadId;
    },
    remember: (fingerprint, uploadId) => set(fingerprint, { uploadId, startedAtMs: Date.now() }, store),
    remove: (fingerprint) => del(fingerprint, store),
  };
};

const dropOld = async (store: UseStore): Promise<void> => {
  const oldestMs = Date.now() - uploadKeptSeconds * 1000;
  for (const [fingerprint, { startedAtMs }] of await entries<string, Unfinished>(store)) {
    if (startedAtMs < oldestMs) await del(fingerprint, store);
  }
};
