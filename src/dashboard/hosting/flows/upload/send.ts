/** Sends a packed upload in parts, and resumes at the server's offset after every interruption. */
import type { UploadState } from "../../../../../resources/hosting/uploads.ts";
import { uploadAttempts, uploadPartBytes, uploadRetryDelayMs } from "../../../../../resources/limits.ts";
import type { Packing } from "./packing.ts";

export interface PartTransfer {
  readonly signal: AbortSignal;
  /** Called with the sent bytes of the part. */
  onSent(bytes: number): void;
}

export interface SendEffects {
  /** Returns the upload's state on the server. */
  show(uploadId: string): Promise<UploadState>;
  append(uploadId: string, offset: number, part: Blob, transfer: PartTransfer): Promise<UploadState>;
  /** Whether a retry could succeed: a network or server failure, not a refusal. */
  isTemporary(error: unknown): boolean;
  wait(delayMs: number): Promise<void>;
}

export interface SendOptions {
  readonly signal: AbortSignal;
  onSent(sentBytes: number): void;
  /** The connection was interrupted; the upload continues by itself. */
  onBreak(attempt: number): void;
}

/**
 * Resolves once the server has every byte. Rejects when cancelled, refused, or after several interruptions in a row.
 */
export const sendUpload = async (
  start: UploadState,
  packing: Packing,
  effects: SendEffects,
  { signal, onSent, onBreak }: SendOptions,
): Promise<void> => {
  const { uploadId } = start;
  let received = start.received;
  let breaks = 0;
  onSent(received);
  while (received < packing.sizeBytes) {
    signal.throwIfAborted();
    try {
      if (breaks > 0) ({ received } = await effects.show(uploadId));
      const part = packing.slice(received, uploadPartBytes);
      const partStart = received;
      const transfer = { signal, onSent: (bytes: number) => onSent(partStart + bytes) };
      ({ received } = await effects.append(uploadId, partStart, part, transfer));
      breaks = 0;
      onSent(received);
    } catch (error) {
      signal.throwIfAborted();
      breaks += 1;
      if (breaks >= uploadAttempts || !effects.isTemporary(error)) throw error;
      onBreak(breaks);
      await effects.wait(uploadRetryDelayMs * 2 ** (breaks - 1));
    }
  }
};
