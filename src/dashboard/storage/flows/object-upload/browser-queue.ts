/** The queue of this browser, for the current user and team. */
import { abortUpload, listObjects } from "../../../api/s3/listing.ts";
import { handlers } from "../../../api/handlers.ts";
import { NetworkError, CanceledError, ApiError } from "../../../api/errors.ts";
import { startUpload, finishUpload, listParts, putFile, putPart, storedCid } from "../../../api/s3/upload.ts";
import { S3Error } from "../../../api/s3/s3-error.ts";
import { session } from "../../../api/session/session.ts";
import { attempt } from "../../../lib/async/attempt.ts";
import { fileCid } from "../../../lib/cid/file-cid.ts";
import { isLeaving } from "../../../lib/leaving.ts";
import { oneAtATime } from "../../../lib/async/one-at-a-time.ts";
import { randomId } from "../../../lib/random-id.ts";
import { promptNames } from "./prompt-names.tsx";
import { existingKeys } from "./existing-keys.ts";
import { openQueue, type QueueEffects, type UploadQueue } from "./queue.ts";
import { openQueueStore } from "./queue-store.ts";
import { type SendEffects, HashMismatch, NameTaken, type Hashed } from "./send-file.ts";
import { openTabs } from "./tabs.ts";
import { uploaded } from "./uploaded.ts";
import type { Outcome } from "./sending.ts";
import type { HashRequest, HashResult } from "./hash-worker.ts";

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

// Error messages of files, each with what to do.

const wanted = {
  choose: "Choose the file again to continue.",
  allow: "Your browser needs permission to read this file again.",
} as const;

const nameTaken = "A file with this name was added to the bucket.";
const mismatch = "The stored file doesn't match the original. Upload it again.";

const outcomeOf = (error: unknown): Outcome => {
  if (error instanceof Unreadable) return { patch: { state: "choose", problem: wanted.choose } };
  if (error instanceof NameTaken) return { patch: { state: "taken", problem: nameTaken } };
  if (error instanceof HashMismatch)
    return { patch: { state: "failed", problem: mismatch, uploadId: undefined, sentBytes: 0, replaces: true } };
  // The page is being redirected to sign-in; the queue waits.
  if (error instanceof CanceledError || isSessionEnd(error)) return { halts: true };
  return { patch: { state: "failed", problem: messageOf(error) }, pausesAll: isUsedUp(error) };
};

const isUsedUp = (error: unknown): boolean => error instanceof S3Error && error.code === "QuotaExceeded";

/** Returns whether the server no longer has this upload. */
const isGone = (error: unknown): boolean =>
  error instanceof S3Error && (error.code === "NoSuchUpload" || error.code === "InvalidPart");
const isTaken = (error: unknown): boolean => error instanceof S3Error && error.code === "PreconditionFailed";
const isBreak = (error: unknown): boolean => error instanceof NetworkError;
const isTemporary = (error: unknown): boolean =>
  error instanceof ApiError && (error.statusCode >= 500 || passing.has(String(error.code)));

/** Codes of temporary network and server failures. */
const passing: ReadonlySet<string> = new Set([
  "BadDigest",
  "IncompleteBody",
  "RequestTimeout",
  "SlowDown",
  "ConditionalRequestConflict",
]);

const isSessionEnd = (error: unknown): boolean =>
  error instanceof ApiError && !(error instanceof S3Error) && error.statusCode === 401;

const messages: Readonly<Record<string, string>> = {
  AccessDenied: "You can't add files to this bucket. Ask the team's owner for access.",
  NoSuchBucket: "This bucket was deleted. Remove the file from the queue.",
  KeyTooLongError: "The path is longer than 1024 bytes. Use a shorter name.",
  EntityTooLarge: "This file exceeds the maximum size.",
  BadDigest: "The upload was corrupted several times. Try another connection.",
  InternalError: "The server failed several times. Try again later.",
};

const messageOf = (error: unknown): string => {
  const { message } = error as Error;
  return (error instanceof S3Error && messages[String(error.code)]) || message;
};

/** The file can't be read any more: it was moved, deleted or changed. */
class Unreadable extends Error {
  override readonly name = "Unreadable";
}

/**
 * Hashes bytes in a worker, which starts with the first call. Throws Unreadable, and NetworkError if its code failed to
 * load.
 */
const createHasher = (): ((bytes: Blob) => Promise<Hashed>) => {
  const waiting = new Map<number, (result: HashResult | NetworkError) => void>();
  let worker: Worker | undefined;
  let lastId = 0;

  const start = (): Worker => {
    const started = new Worker(new URL("./hash-worker.ts", import.meta.url), { type: "module" });
    started.onmessage = ({ data }: MessageEvent<HashResult>) => {
      waiting.get(data.id)?.(data);
      waiting.delete(data.id);
    };
    // Its code failed to load: the next call starts another.
    started.onerror = () => {
      worker = undefined;
      for (const settle of waiting.values()) settle(new NetworkError("The worker's code did not arrive."));
      waiting.clear();
    };
    return started;
  };

  return (bytes) =>
    new Promise((resolve, reject) => {
      const id = (lastId += 1);
      waiting.set(id, (result) => {
        if (result instanceof NetworkError) reject(result);
        else if ("problem" in result) reject(new Unreadable(result.problem));
        else resolve(result);
      });
      (worker ??= start()).postMessage({ id, bytes } satisfies HashRequest);
    });
};
