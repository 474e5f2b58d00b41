import { useEffect, useRef } from "react";
import { useBlocker, type Location } from "react-router";
import { isLeaving } from "../../lib/leaving.ts";
import { dialogs } from "../../ui/dialogs/dialogs.ts";

/**
 * Asks before what was typed into a form is lost: by a link, another tab of the page, the browser's back button, or closing the
 * window. `onLeave` is called when the person gives it up.
 */
export const useUnsavedGuard = (isDirty: () => boolean, onLeave?: () => void): void => {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => placeOf(currentLocation) !== placeOf(nextLocation) && isDirty(),
  );

  const given = useRef(onLeave);
  useEffect(() => {
    given.current = onLeave;
  });

  useEffect(() => {
    if (blocker.state !== "blocked") return;
    void dialogs
      .confirm({
        title: "Leave without saving?",
        text: "What you typed is lost.",
        ok: "Leave",
        cancel: "Stay",
        danger: true,
      })
      .then((leave) => {
        if (!leave) return blocker.reset();
        given.current?.();
        blocker.proceed();
      });
  }, [blocker]);

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isDirty() && !isLeaving()) event.preventDefault();
    };
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isDirty]);
};

/** The screen, and the tab of it; lists keep more in the query that takes no form away. */
const placeOf = ({ pathname, search }: Location): string => {
  const query = new URLSearchParams(search);
  return [pathname, query.get("tab"), query.get("sub")].join("\n");
};
