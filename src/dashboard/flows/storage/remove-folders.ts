/** Deleting folders, which is the cloud's work: it goes on when the page is left. */
import type { Removal } from "../../../../resources/bucket/bucket-calls.ts";
import { inParallel } from "./in-parallel.ts";

export interface FolderEffects {
  readonly start: (prefix: string) => Promise<Removal>;
  readonly show: (id: string) => Promise<Removal>;
  /** Until it is time to ask again. */
  readonly wait: () => Promise<void>;
}

/** Told how many files are gone since it was told last, and how many there were. */
type OnRemoved = (files: number, total: number) => void;

/**
 * Begins to delete the folders of these prefixes, and follows it to its end. Broken off and called again it follows what it has begun:
 * files that were put meanwhile stay.
 */
export const folderRemoval = (
  { start, show, wait }: FolderEffects,
  prefixes: readonly string[],
): ((signal: AbortSignal, onRemoved: OnRemoved) => Promise<void>) => {
  const known = new Map<string, Removal>();
  let told = 0;
  return async (signal, onRemoved) => {
    const tell = (): void => {
      const all = [...known.values()];
      const removed = all.reduce((sum, removal) => sum + removal.removed, 0);
      onRemoved(
        removed - told,
        all.reduce((sum, { total }) => sum + total, 0),
      );
      told = removed;
    };
    const unfinished = (): string[] => prefixes.filter((prefix) => known.get(prefix)?.state !== "done");
    const begin = async (prefix: string): Promise<void> => void known.set(prefix, await start(prefix));
    const look = async (prefix: string): Promise<void> => void known.set(prefix, await show(known.get(prefix)!.id));
    await inParallel(
      prefixes.filter((prefix) => !known.has(prefix)),
      begin,
    );
    for (tell(); unfinished().length > 0; tell()) {
      signal.throwIfAborted();
      await wait();
      await inParallel(unfinished(), look);
    }
  };
};
