/** Starts notices when the page is idle; nothing loads before. */
import { atRest } from "../../../lib/async/at-rest.ts";
import type { Place } from "./machine.ts";

/** For signed-in users. Returns a function that stops. */
export const follow = (place: Place): (() => void) => {
  let stop: (() => void) | undefined;
  let hasEnded = false;
  const start = async (): Promise<void> => {
    await atRest();
    if (hasEnded) return;
    const { followNotices } = await import("./browser-notices.ts");
    if (!hasEnded) stop = followNotices(place);
  };
  // If the code fails to load, this page has no notices; the next page retries.
  start().catch(() => undefined);
  return () => {
    hasEnded = true;
    stop?.();
  };
};
