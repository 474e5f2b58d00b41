/** Deletes folders on the server: the removal continues when the page is left. */
import type { Removal } from "../../../../../resources/storage/bucket-calls.ts";
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
  const removals = new Map<string, Removal>();
  // Files deleted by removals that were stopped and replaced.
  let earlier = 0;
  let reported = 0;
  const inState = (...states: readonly Removal["state"][]): string[] =>
    prefixes.filter((prefix) => states.includes(removals.get(prefix)?.state ?? "waiting"));

  const startRemoval = async (prefix: string): Promise<void> => {
    const removal = await start(prefix);
    earlier += removals.get(prefix)?.removed ?? 0;
    removals.set(prefix, removal);
  };
  const refresh = async (prefix: string): Promise<void> =>
    void removals.set(prefix, await show(removals.get(prefix)!.id));
  const report = (onRemoved: OnRemoved): void => {
    const all = [...removals.values()];
    const removed = all.reduce((sum, removal) => sum + removal.removed, earlier);
    onRemoved(removed - reported, earlier + all.reduce((sum, { total }) => sum + total, 0));
    reported = removed;
  };

  return {
    follow: async (signal, onRemoved) => {
      const missing = prefixes.filter((prefix) => !removals.has(prefix));
      await inParallel([...missing, ...inState("stopped")], startRemoval);
      for (report(onRemoved); inState("waiting", "running").length > 0; report(onRemoved)) {
        signal.throwIfAborted();
        await wait();
        await inParallel(inState("waiting", "running"), refresh);
      }
      signal.throwIfAborted();
      if (inState("stopped").length > 0) throw new Error("Stopped by another member.");
    },
    stop: () =>
      inParallel(inState("waiting", "running"), async (prefix) => {
        const removal = removals.get(prefix);
        if (removal) removals.set(prefix, await stop(removal.id));
      }),
  };
};
