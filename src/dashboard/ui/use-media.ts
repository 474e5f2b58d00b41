import { useSyncExternalStore } from "react";

/** Returns whether a media query matches, and follows its changes: for layouts that CSS alone can't express. */
export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query);
      list.addEventListener("change", changed);
      return () => list.removeEventListener("change", changed);
    },
    () => matchMedia(query).matches,
  );

/** Media query of phones. */
export const phone = "(width <= 640px)";
