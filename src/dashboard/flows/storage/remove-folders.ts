/** Deletes folders on the server: the removal continues when the page is left. */
import type { Removal } from "../../../../resources/bucket/bucket-calls.ts";
import { inParallel } from "./in-parallel.ts";

export interface FolderEffects {
  readonly start: (prefix: string) => Promise<Removal>;
  readonly show: (id: string) => Promise<Removal>;
  readonly stop: (id: string) => Promise<Removal>;
  /** Resolves when it is time to poll again. */
  readonly wait: () => Promise<void>;
}

/** Called with the number of files deleted since the last call, and the total. */
type OnRemoved = (files: number, total: number) => void;

export interface FolderRemoval {
  /**
   * Deletes the folders and follows the deletion to its end. When interrupted and called again, it follows the running
   * deletion. Files added meanwhile are kept.
   */
  follow(signal: AbortSignal, onRemoved: OnRemoved): Promise<void>;
  /** Stops the deletion; `follow` starts it again. */
  stop(): Promise<void>;
}

/** Returns the removal of the folders with these prefixes. */
export const folderRemoval = (
  { start, show, stop, wait }: FolderEffects,
  prefixes: readonly string[],
): FolderRemoval => {
  const known = new Map<string, Removal>();
  // Files deleted by removals that were stopped and replaced.
  let earlier = 0;
  let told = 0;
  const inState = (...states: readonly Removal["state"][]): string[] =>
    prefixes.filter((prefix) => states.includes(known.get(prefix)?.state ?? "waiting"));

  const begin = async (prefix: string): Promise<void> => {
    const removal = await start(prefix);
    earlier += known.get(prefix)?.removed ?? 0;
    known.set(prefix, removal);
  };
  const look = async (prefix: string): Promise<void> => void known.set(prefix, await show(known.get(prefix)!.id));
  const tell = (onRemoved: OnRemoved): void => {
    const all = [...known.values()];
    const removed = all.reduce((sum, removal) => sum + removal.removed, earlier);
    onRemoved(removed - told, earlier + all.reduce((sum, { total }) => sum + total, 0));
    told = removed;
  };

  return {
    follow: async (signal, onRemoved) => {
      const missing = prefixes.filter((prefix) => !known.has(prefix));
      await inParallel([...missing, ...inState("stopped")], begin);
      for (tell(onRemoved); inState("waiting", "running").length > 0; tell(onRemoved)) {
        signal.throwIfAborted();
        await wait();
        await inParallel(inState("waiting", "running"), look);
      }
      signal.throwIfAborted();
      if (inState("stopped").length > 0) throw new Error("Stopped by another member.");
    },
    stop: () =>
      inParallel(inState("waiting", "running"), async (prefix) => {
        const removal = known.get(prefix);
        if (removal) known.set(prefix, await stop(removal.id));
      }),
  };
};
