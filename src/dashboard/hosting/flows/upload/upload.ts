/** Runs an upload from the picked files to the upload's id. */
import type { UploadState } from "../../../../../resources/hosting/uploads.ts";
import { createStore } from "../../../lib/store.ts";
import { sizeOf, type UploadItem } from "../../../ui/upload/upload-item.ts";
import { idleUpload, nextUpload, type UploadEvent, type UploadFlowState } from "./machine.ts";
import { fingerprintOf, manifestOf, type Manifest } from "./manifest.ts";
import { pack } from "./packing.ts";
import { sendUpload, type SendEffects } from "./send.ts";
import type { UnfinishedUploads } from "./unfinished.ts";

export interface UploadEffects extends SendEffects {
  /** Returns digests for deduplication; undefined if computing them would take too long. */
  digests(items: readonly UploadItem[], signal: AbortSignal): Promise<readonly string[] | undefined>;
  /** Returns the files that are usually secret, also those in a zip. */
  secretsIn(items: readonly UploadItem[]): Promise<readonly string[]>;
  /** Asks whether everyone may read these files. */
  confirmSecrets(files: readonly string[]): Promise<boolean>;
  create(manifest: Manifest & { readonly secrets: boolean }): Promise<UploadState>;
  readonly unfinished: UnfinishedUploads;
  messageOf(error: unknown): string;
  nowMs(): number;
}

export interface Upload {
  get(): UploadFlowState;
  subscribe(listener: () => void): () => void;
  /** Resolves to the upload's id; to undefined if it was cancelled or failed, as the state shows. */
  start(items: readonly UploadItem[]): Promise<string | undefined>;
  cancel(): void;
}

export const createUpload = (effects: UploadEffects): Upload => {
  const store = createStore<UploadFlowState>(idleUpload);
  const send = (event: UploadEvent) => store.set(nextUpload(store.get(), event));
  let running: AbortController | undefined;

  return {
    get: store.get,
    subscribe: store.subscribe,
    cancel: () => {
      running?.abort();
      send({ type: "cancel" });
    },
    start: async (items) => {
      const { signal } = (running = new AbortController());
      const secrets = await effects.secretsIn(items);
      if (secrets.length > 0 && !(await effects.confirmSecrets(secrets))) return undefined;
      if (signal.aborted) return undefined;
      send({ type: "start", totals: { files: items.length, sizeBytes: sizeOf(items) } });
      try {
        const uploadId = await transfer({ items, secrets: secrets.length > 0 }, effects, signal, send);
        send({ type: "done", uploadId });
        return uploadId;
      } catch (error) {
        if (!signal.aborted) send({ type: "failed", message: effects.messageOf(error) });
        return undefined;
      }
    },
  };
};

interface Wanted {
  readonly items: readonly UploadItem[];
  readonly secrets: boolean;
}

const transfer = async (
  { items, secrets }: Wanted,
  effects: UploadEffects,
  signal: AbortSignal,
  send: (event: UploadEvent) => void,
): Promise<string> => {
  const packing = pack(items);
  const fingerprint = fingerprintOf(items);
  const start = (await resumed(fingerprint, effects)) ?? (await started({ items, secrets }, effects, signal));
  signal.throwIfAborted();
  await effects.unfinished.remember(fingerprint, start.uploadId);
  await sendUpload(start, packing, effects, {
    signal,
    onSent: (sentBytes) => {
      if (signal.aborted) return;
      send({ type: "sent", sentBytes, sentFiles: packing.filesBefore(sentBytes), atMs: effects.nowMs() });
    },
    onBreak: () => send({ type: "break" }),
  });
  signal.throwIfAborted();
  await effects.unfinished.remove(fingerprint);
  return start.uploadId;
};

/** Starts a new upload; complete from the start if the server already has its files. */
const started = async (
  { items, secrets }: Wanted,
  effects: UploadEffects,
  signal: AbortSignal,
): Promise<UploadState> => {
  const digests = await effects.digests(items, signal);
  signal.throwIfAborted();
  return effects.create({ ...manifestOf(items, digests), secrets });
};

/** Finds an earlier upload of the same files, if the server still has it. */
const resumed = async (fingerprint: string, effects: UploadEffects): Promise<UploadState | undefined> => {
  const uploadId = await effects.unfinished.find(fingerprint);
  if (uploadId === undefined) return undefined;
  return effects.show(uploadId).catch((error: unknown) => {
    if (effects.isTemporary(error)) throw error;
    return undefined;
  });
};
