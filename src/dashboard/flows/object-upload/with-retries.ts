/** Retries work through network failures. */
import { uploadPauseMaxMs, uploadPauseMs, uploadTriesMax } from "../../../../resources/bucket/storage-limits.ts";

export interface LastingEffects {
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

export const withRetries = async <T>(
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
