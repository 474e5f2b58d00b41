/** Work that goes on over breaks. */
import { uploadPauseMaxMs, uploadPauseMs, uploadTriesMax } from "../../../../resources/bucket/storage-limits.ts";

export interface LastingEffects {
  /** No answer came: it is tried until there is one. */
  isBreak(error: unknown): boolean;
  /** The cloud failed for the moment: it is tried a few times. */
  isPassing(error: unknown): boolean;
  /** Ends sooner when the browser is on line again; rejects when aborted. */
  wait(delayMs: number, signal: AbortSignal): Promise<void>;
}

interface LastingOptions {
  readonly signal: AbortSignal;
  onBreak(): void;
}

export const lasting = async <T>(
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
      if (!isBreak && (failures >= uploadTriesMax || !effects.isPassing(error))) throw error;
      onBreak();
      await effects.wait(Math.min(uploadPauseMaxMs, uploadPauseMs * 2 ** tries), signal);
    }
  }
};
