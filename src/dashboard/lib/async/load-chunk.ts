import { chunkRetryDelayMs, chunkTimeoutMs } from "../../../../resources/limits.ts";
import { inTime } from "./in-time.ts";

/** A code chunk that failed to load. */
export class ChunkLoadError extends Error {
  override readonly name = "ChunkLoadError";
}

/** Loads a code chunk, with one retry. Throws a ChunkLoadError after the second failure or after 120 seconds. */
export const loadChunk = async <T>(load: () => Promise<T>): Promise<T> => {
  try {
    return await attempt(load);
  } catch (error) {
    if (!isLoadFailure(error)) throw error;
  }
  await new Promise((resolve) => setTimeout(resolve, chunkRetryDelayMs));
  try {
    return await attempt(load);
  } catch (error) {
    if (!isLoadFailure(error)) throw error;
    throw new ChunkLoadError((error as Error).message, { cause: error });
  }
};

/** Returns whether code failed to load, rather than to run. */
export const isChunkLoadError = (error: unknown): boolean => error instanceof ChunkLoadError || isLoadFailure(error);

const attempt = <T>(load: () => Promise<T>): Promise<T> =>
  inTime(load(), chunkTimeoutMs, () => new ChunkLoadError(`No response within ${chunkTimeoutMs / 1000} seconds.`));

/** Returns whether an error is a browser's message for a module or style sheet that failed to load. */
const isLoadFailure = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script failed|unable to preload css/i.test(error.message);
