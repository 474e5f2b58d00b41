import { lazy, Suspense } from "react";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import { Skeleton } from "../../../ui/states/skeleton.tsx";

const ActivationPanel = lazy(() =>
  import("./activation-panel.tsx").then((module) => ({ default: module.ActivationPanel })),
);

let showing: Promise<boolean> | undefined;

/**
 * The dialog "Activate your account", opened once over the current page regardless of the number of requests. Resolves
 * to whether the user continues to the overview as an activated user.
 */
export const showActivation = (): Promise<boolean> =>
  (showing ??= show().finally(() => {
    showing = undefined;
  }));

const show = async (): Promise<boolean> => {
  const next = await dialogs.show<"start">({
    title: "Activate your account",
    width: 600,
    content: (close) => (
      <Suspense fallback={<Skeleton lines={6} />}>
        <ActivationPanel onClose={close} />
      </Suspense>
    ),
  });
  return next === "start";
};
