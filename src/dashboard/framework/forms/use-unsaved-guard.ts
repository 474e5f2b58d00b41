import type { FormInstance } from "antd";
import { useEffect } from "react";
import { useBlocker } from "react-router";
import { dialogs } from "../../ui/dialogs/dialogs.ts";

/** Asks before what was typed into a form is lost: by a link, the browser's back button, or closing the window. */
export const useUnsavedGuard = (form: FormInstance, saved: boolean): void => {
  const isDirty = () => !saved && form.isFieldsTouched();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isDirty(),
  );

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
      .then((leave) => (leave ? blocker.proceed() : blocker.reset()));
  }, [blocker]);

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (!saved && form.isFieldsTouched()) event.preventDefault();
    };
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [form, saved]);
};
