import { lazy, Suspense } from "react";
import { session } from "../../../api/session/session.ts";
import { shortenName } from "../../../lib/format/shorten.ts";
import { dialogs } from "../../../ui/dialogs/dialogs.ts";
import { Skeleton } from "../../../ui/states/skeleton.tsx";

const loadPanel = () => import("./activation-panel.tsx");
const ActivationPanel = lazy(() => loadPanel().then((module) => ({ default: module.ActivationPanel })));
const Activated = lazy(() => loadPanel().then((module) => ({ default: module.Activated })));

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
  const result = await dialogs.show<"activated">({
    title: "Activate your account",
    width: 600,
    content: (close) => (
      <Suspense fallback={<Skeleton lines={6} />}>
        <ActivationPanel onClose={close} />
      </Suspense>
    ),
  });
  return result === "activated" && (await congratulate());
};

const congratulate = async (): Promise<boolean> => {
  const next = await dialogs.show<"start">({
    title: `Congratulations, ${shortenName(session.get().user?.username ?? "")}!`,
    width: 600,
    content: (close) => (
      <Suspense fallback={<Skeleton lines={3} />}>
        <Activated onStart={() => close("start")} />
      </Suspense>
    ),
  });
  return next === "start";
};
