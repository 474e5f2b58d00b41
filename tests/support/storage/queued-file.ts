import type { QueuedFile } from "../../../src/dashboard/storage/flows/object-upload/queued-file.ts";

/** Returns a file waiting in the upload queue. */
export const queuedFile = (given: Partial<QueuedFile> = {}): QueuedFile => ({
  id: "one",
  bucket: "orchard",
  key: "pear.txt",
  sizeBytes: 1,
  lastModifiedMs: 1,
  type: "text/plain",
  addedAtMs: 0,
  replaces: false,
  state: "waiting",
  sentBytes: 0,
  ...given,
});
