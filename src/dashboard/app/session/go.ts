import { startLeaving } from "../../lib/leaving.ts";

/**
 * Leaves for a path by a full load, so that no state of the previous session remains in memory. Unsaved forms may ask
 * first.
 */
export const leaveFor = (path: string): void => location.assign(path);

/** Leaves without asking, when staying is impossible. */
export const leaveWithoutPrompt = (path: string): void => {
  startLeaving();
  leaveFor(path);
};

/** Reloads without asking, when the page can't stay open. */
export const reloadWithoutPrompt = (): void => {
  startLeaving();
  location.reload();
};
