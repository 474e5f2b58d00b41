import { useSyncExternalStore } from "react";

/** Whether a media query holds, as it changes: for what CSS alone cannot arrange. */
export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query);
      list.addEventListener("change", changed);
      return () => list.removeEventListener("change", changed);
    },
    () => matchMedia(query).matches,
  );

/** The width up to which a screen is a phone's. */
export const phone = "(width <= 640px)";
