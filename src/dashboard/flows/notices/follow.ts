/** Begins with the notices once nothing more urgent is to be done; nothing of them is loaded before. */
import { atRest, settled } from "../../lib/at-rest.ts";
import type { Place } from "./machine.ts";

/** For somebody who is signed in. Returns the way to stop. */
export const follow = (place: Place): (() => void) => {
  let stop: (() => void) | undefined;
  let hasEnded = false;
  const begin = async (): Promise<void> => {
    await (place === "shell" ? settled() : atRest());
    if (hasEnded) return;
    const { followNotices } = await import("./browser-notices.ts");
    if (!hasEnded) stop = followNotices(place);
  };
  // Without the code there are no notices on this page; the next one tries again.
  begin().catch(() => undefined);
  return () => {
    hasEnded = true;
    stop?.();
  };
};
