import { beginLeaving } from "../../lib/leaving.ts";

/** Leaves for a path by a full load, so that nothing of the session before stays in memory. Unsaved forms may ask first. */
export const leaveFor = (path: string): void => location.assign(path);

/** The same where staying is no choice. */
export const leaveWithoutPrompt = (path: string): void => {
  beginLeaving();
  leaveFor(path);
};

/** Reloads the page if it can't stay open. */
export const reloadWithoutPrompt = (): void => {
  beginLeaving();
  location.reload();
};
