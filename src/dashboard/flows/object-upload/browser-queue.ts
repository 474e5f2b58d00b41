/** The queue of this browser, for the current user and team. */
import { abortUpload, listObjects } from "../../api/s3/listing.ts";
import { handlers } from "../../api/handlers.ts";
import { NetworkError } from "../../api/errors.ts";
import { startUpload, finishUpload, listParts, putFile, putPart, storedCid } from "../../api/s3/upload.ts";
import type { S3Error } from "../../api/s3/s3-error.ts";
import { session } from "../../api/session/session.ts";
import { attempt } from "../../lib/attempt.ts";
import { fileCid } from "../../lib/cid/file-cid.ts";
import { isLeaving } from "../../lib/leaving.ts";
import { oneAtATime } from "../../lib/one-at-a-time.ts";
import { randomId } from "../../lib/random-id.ts";
import { promptNames } from "./prompt-names.tsx";
import { existingKeys } from "./existing-keys.ts";
import { createHasher, Unreadable } from "./hasher.ts";
import { isBreak, isGone, isTemporary, isTaken, isUsedUp, outcomeOf, wanted } from "./problems.ts";
import { openQueue, type QueueEffects, type UploadQueue } from "./queue.ts";
import { openQueueStore } from "./queue-store.ts";
import type { SendEffects } from "./send-file.ts";
import { openTabs } from "./tabs.ts";
import { uploaded } from "./uploaded.ts";

let opened: UploadQueue | undefined;

/** Returns the queue, opened by the first call. */
export const browserQueue = (): UploadQueue => (opened ??= openQueue(browserEffects()));

const browserEffects = (): QueueEffects => {
  const { user, team } = session.get();
  const owner = `${user?.uid}/${team?.teamId}`;
  const name = `freehold-object-uploads/${owner}`;
  return {
    store: openQueueStore(owner),
    tabs: openTabs(name),
    send: sendEffects(),
    lead: (onLead) =>
      void oneAtATime(name, () => {
        onLead();
        // Holds the lock until the tab is closed.
        return new Promise(() => undefined);
      }),
    existing: (bucket, keys) =>
      existingKeys(keys, (query) => listObjects({ bucket, ...query })).catch((error: unknown) => {
        // Offline this is unknown: nothing is replaced then, and an existing name is reported when the file is sent.
        if (error instanceof NetworkError) return new Set<string>();
        throw error;
      }),
    promptNames,
    discard: ({ bucket, key, uploadId }) =>
      void attempt(() => abortUpload(bucket, { key, uploadId: uploadId!, startedSeconds: 0 })),
    outcomeOf: (error) => {
      if (isUsedUp(error)) handlers.insufficient(error as S3Error);
      return outcomeOf(error);
    },
    wantedText: (action) => wanted[action],
    uploaded: ({ bucket, key }) => uploaded.set({ bucket, key }),
    busy: (isBusy) =>
      isBusy ? addEventListener("beforeunload", confirmLeaving) : removeEventListener("beforeunload", confirmLeaving),
    newId: randomId,
    nowMs: Date.now,
  };
};

const sendEffects = (): SendEffects => ({
  hash: createHasher(),
  cidOf: (leaves) => fileCid(leaves, async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))),
  put: (at, sent) => whileReadable(sent.body, () => putFile(placeOf(at), sent)),
  start: (at, type, signal) => startUpload(placeOf(at), type, signal),
  putPart: (at, uploadId, number, sent) => whileReadable(sent.body, () => putPart(placeOf(at), uploadId, number, sent)),
  parts: (at, uploadId, signal) => listParts(placeOf(at), uploadId, signal),
  finish: (at, uploadId, parts, replaces, signal) => finishUpload(placeOf(at), uploadId, parts, replaces, signal),
  stored: (at, signal) => storedCid(placeOf(at), signal),
  isGone,
  isTaken,
  isBreak,
  isTemporary,
  wait: waitOnline,
});

const placeOf = ({ bucket, key }: { readonly bucket: string; readonly key: string }) => ({ bucket, key });

/**
 * Distinguishes a changed file from a network failure: a file that changes while it is sent causes the same error, so
 * it is read again.
 */
const whileReadable = async <T>(body: Blob, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NetworkError)
      await body
        .slice(0, 1)
        .arrayBuffer()
        .catch((problem: Error) => Promise.reject(new Unreadable(problem.message)));
    throw error;
  }
};

const waitOnline = (delayMs: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      removeEventListener("online", end);
      signal.removeEventListener("abort", end);
      if (signal.aborted) reject(new Error("Stopped."));
      else resolve();
    };
    const timer = setTimeout(end, delayMs);
    addEventListener("online", end);
    signal.addEventListener("abort", end);
  });

const confirmLeaving = (event: BeforeUnloadEvent): void => {
  if (!isLeaving()) event.preventDefault();
};
