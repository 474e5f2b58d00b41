import { chunkRetryDelayMs, chunkTimeoutMs } from "../../../resources/limits.ts";
import { inTime } from "./in-time.ts";

/** A part of the product's code that did not arrive. */
export class ChunkLoadError extends Error {
  override readonly name = "ChunkLoadError";
}

/** Loads a part of the product's code: once more after a failure. Throws a ChunkLoadError then, and after 120 seconds. */
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

/** Whether the code did not arrive, in time or at all; a fault of the code itself is another matter. */
export const isChunkLoadError = (error: unknown): boolean => error instanceof ChunkLoadError || isLoadFailure(error);

const attempt = <T>(load: () => Promise<T>): Promise<T> =>
  inTime(load(), chunkTimeoutMs, () => new ChunkLoadError(`No response within ${chunkTimeoutMs / 1000} seconds.`));

/** How the browsers say that a module or its style sheet could not be fetched. */
const isLoadFailure = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script failed|unable to preload css/i.test(error.message);
