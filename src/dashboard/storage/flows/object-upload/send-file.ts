/**
 * Sends one file, through any number of interruptions, and verifies at the end that the stored object equals the local
 * file. Uploaded parts are not sent again: they are listed, and their checksums are compared with the file's.
 */
import {
  uploadPartBytes,
  uploadPauseMaxMs,
  uploadPauseMs,
  uploadTriesMax,
} from "../../../../../resources/storage/storage-limits.ts";
import type { Leaf } from "../../../lib/cid/file-cid.ts";
import { partBytesOf } from "./machine.ts";
import type { Patch, QueuedFile } from "./queued-file.ts";

export interface Part {
  readonly number: number;
  readonly etag: string;
  readonly crc32: string;
  readonly sizeBytes: number;
}

export interface Hashed {
  /** Base64. */
  readonly crc32: string;
  readonly leaves: readonly Leaf[];
}

interface Sent {
  readonly body: Blob;
  readonly crc32: string;
  readonly signal: AbortSignal;
  readonly onSent: (bytes: number) => void;
}

type At = Pick<QueuedFile, "bucket" | "key">;

export interface SendEffects extends LastingEffects {
  hash(bytes: Blob): Promise<Hashed>;
  cidOf(leaves: readonly Leaf[]): Promise<string>;
  /** These resolve to the CID of the stored object. */
  put(at: At, sent: Sent & Pick<QueuedFile, "type" | "replaces">): Promise<string>;
  finish(at: At, uploadId: string, parts: readonly Part[], replaces: boolean, signal: AbortSignal): Promise<string>;
  stored(at: At, signal: AbortSignal): Promise<string | undefined>;
  start(at: At, type: string, signal: AbortSignal): Promise<string>;
  putPart(at: At, uploadId: string, number: number, sent: Sent): Promise<Part>;
  parts(at: At, uploadId: string, signal: AbortSignal): Promise<readonly Part[]>;
  /** Whether the upload was completed or aborted. */
  isGone(error: unknown): boolean;
  /** Whether an object of that name exists. */
  isTaken(error: unknown): boolean;
}

export interface SendOptions {
  readonly signal: AbortSignal;
  onSent(bytes: number): void;
  onChecking(): void;
  onBreak(): void;
  /** Stores progress before the next step. */
  savePatch(patch: Patch): Promise<void>;
}

/** The stored object differs from the local file. */
export class HashMismatch extends Error {
  override readonly name = "HashMismatch";
}

/** An object of that name was created meanwhile. */
export class NameTaken extends Error {
  override readonly name = "NameTaken";
}

/** Resolves once the server has the file. Throws HashMismatch, NameTaken, and the server's refusal. */
export const sendFile = async (
  queued: QueuedFile,
  file: File,
  effects: SendEffects,
  options: SendOptions,
): Promise<void> => {
  const sender = createSender(queued, file, effects, options);
  if (file.size <= uploadPartBytes) return sender.whole();
  // The same file exists when only the last response was lost; otherwise the upload restarts.
  for (let uploadId = queued.uploadId; ; uploadId = undefined) {
    try {
      return await sender.inParts(uploadId);
    } catch (error) {
      options.signal.throwIfAborted();
      if (uploadId === undefined || !effects.isGone(error)) throw error;
      if (await sender.isThere()) return;
      await options.savePatch({ uploadId: undefined, sentBytes: 0 });
    }
  }
};

const createSender = (queued: QueuedFile, file: File, effects: SendEffects, options: SendOptions) => {
  const { signal, onSent, onChecking, savePatch } = options;
  const { type, replaces } = queued;
  const partBytes = partBytesOf(file.size);
  const count = Math.max(1, Math.ceil(file.size / partBytes));
  const sliceOf = (number: number): Blob => file.slice((number - 1) * partBytes, number * partBytes);
  const retried = <T>(work: () => Promise<T>): Promise<T> => withRetries(work, effects, options);

  const hashes = new Map<number, Promise<Hashed>>();
  const hashOf = (number: number): Promise<Hashed> => {
    const cached = hashes.get(number);
    if (cached) return cached;
    const pending = retried(() => effects.hash(sliceOf(number)));
    // Its caller gets the error; a part read ahead is awaited later.
    pending.catch(() => undefined);
    hashes.set(number, pending);
    return pending;
  };
  const ownCid = async (): Promise<string> => {
    const leaves: Leaf[] = [];
    for (let number = 1; number <= count; number += 1) leaves.push(...(await hashOf(number)).leaves);
    return effects.cidOf(leaves);
  };
  const isStored = async (): Promise<boolean> =>
    (await retried(() => effects.stored(queued, signal))) === (await ownCid());

  /** Runs the final step. It may have succeeded already when its response was lost. */
  const store = async (work: () => Promise<string>): Promise<void> => {
    let cid: string;
    try {
      cid = await retried(work);
    } catch (error) {
      if (!effects.isTaken(error)) throw error;
      if (await isStored()) return;
      throw new NameTaken();
    }
    if (cid !== (await ownCid())) throw new HashMismatch();
  };

  return {
    isThere: isStored,
    async whole(): Promise<void> {
      const { crc32 } = await hashOf(1);
      await store(() => effects.put(queued, { body: sliceOf(1), crc32, type, replaces, signal, onSent }));
    },
    async inParts(knownId: string | undefined): Promise<void> {
      const uploadId = knownId ?? (await retried(() => effects.start(queued, type, signal)));
      if (knownId === undefined) await savePatch({ uploadId, sentBytes: 0 });
      const arrived = knownId === undefined ? [] : await retried(() => effects.parts(queued, uploadId, signal));
      if (arrived.length === 0 && queued.sentBytes > 0 && knownId !== undefined && (await isStored())) return;
      const parts: Part[] = [];
      let sentBytes = 0;
      for (let number = 1; number <= count; number += 1) {
        const body = sliceOf(number);
        const { crc32 } = await hashOf(number);
        signal.throwIfAborted();
        if (number < count) void hashOf(number + 1);
        const before = sentBytes;
        const sent: Sent = { body, crc32, signal, onSent: (bytes) => onSent(before + bytes) };
        const has = arrived.find(
          (part) => part.number === number && part.crc32 === crc32 && part.sizeBytes === body.size,
        );
        parts.push(has ?? (await retried(() => effects.putPart(queued, uploadId, number, sent))));
        sentBytes += body.size;
        onSent(sentBytes);
        if (!has) await savePatch({ sentBytes });
      }
      onChecking();
      await store(() => effects.finish(queued, uploadId, parts, replaces, signal));
    },
  };
};

interface LastingEffects {
  /** Whether no response arrived: retried without limit. */
  isBreak(error: unknown): boolean;
  /** Whether the server failed temporarily: retried a few times. */
  isTemporary(error: unknown): boolean;
  /** Resolves early when the browser is back online; rejects when aborted. */
  wait(delayMs: number, signal: AbortSignal): Promise<void>;
}

interface LastingOptions {
  readonly signal: AbortSignal;
  onBreak(): void;
}

const withRetries = async <T>(
  work: () => Promise<T>,
  effects: LastingEffects,
  { signal, onBreak }: LastingOptions,
): Promise<T> => {
  let failures = 0;
  for (let tries = 0; ; tries += 1) {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      const isBreak = effects.isBreak(error);
      if (!isBreak) failures += 1;
      if (!isBreak && (failures >= uploadTriesMax || !effects.isTemporary(error))) throw error;
      onBreak();
      await effects.wait(Math.min(uploadPauseMaxMs, uploadPauseMs * 2 ** tries), signal);
    }
  }
};
