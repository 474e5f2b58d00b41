import { useEffect, useRef } from "react";
import { useBlocker, type Location } from "react-router";
import { isLeaving } from "../../lib/leaving.ts";
import { dialogs } from "../../ui/dialogs/dialogs.ts";

interface Guard {
  isDirty: () => boolean;
  onLeave: (() => void) | undefined;
}

/** The forms on the screen. A router supports one blocker, so they share the shell's. */
const guards = new Set<Guard>();
const dirtyGuards = (): Guard[] => [...guards].filter(({ isDirty }) => isDirty());

/** Makes the shell ask before unsaved changes are lost. `onLeave` runs when the user discards them. */
export const useUnsavedGuard = (isDirty: () => boolean, onLeave?: () => void): void => {
  const guard = useRef<Guard>({ isDirty, onLeave });
  useEffect(() => void Object.assign(guard.current, { isDirty, onLeave }));
  useEffect(() => {
    const { current } = guard;
    guards.add(current);
    return () => void guards.delete(current);
  }, []);
};

/**
 * Asks before unsaved changes are lost: by a link, another tab of the page, the browser's back button, or closing the window. Mounted
 * once, by the shell.
 */
export const useUnsavedBlocker = (): void => {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      placeOf(currentLocation) !== placeOf(nextLocation) && dirtyGuards().length > 0,
  );

  useEffect(() => {
    if (blocker.state !== "blocked") return;
    void dialogs
      .confirm({
        title: "Discard changes?",
        text: "Your unsaved changes will be lost.",
        ok: "Leave",
        cancel: "Stay",
        danger: true,
      })
      .then((leave) => {
        if (!leave) return blocker.reset();
        for (const { onLeave } of dirtyGuards()) onLeave?.();
        blocker.proceed();
      });
  }, [blocker]);

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (dirtyGuards().length > 0 && !isLeaving()) event.preventDefault();
    };
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, []);
};

/** The screen and its tab. Other query parameters, such as a list's filters, close no form. */
const placeOf = ({ pathname, search }: Location): string => {
  const query = new URLSearchParams(search);
  return [pathname, query.get("tab"), query.get("sub")].join("\n");
};
