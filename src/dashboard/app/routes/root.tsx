import { useEffect, useSyncExternalStore } from "react";
import { NavigationType, Outlet, useLocation, useMatches, useNavigationType } from "react-router";
import { send } from "../../api/client.ts";
import { session } from "../../api/session/session.ts";
import { follow } from "../../flows/notices/follow.ts";
import { SendContext } from "../../framework/data/call-context.ts";
import { DraftContext } from "../../framework/forms/draft-context.ts";
import { DialogHost } from "../../ui/dialogs/dialog-host.tsx";
import { ToastHost } from "../../ui/toast-host.tsx";
import { drafts } from "../drafts/drafts.ts";
import { AssistantSlot } from "./assistant-slot.tsx";
import { DocumentTitle } from "./document-title.tsx";
import { NavigationProgress } from "./navigation-progress.tsx";

/** What every screen has, bare or in the shell: title, progress bar, dialogs, toasts. */
export const Root = () => {
  useScrollReset();
  useNotices();
  return (
    <SendContext value={send}>
      <DraftContext value={drafts}>
        <NavigationProgress />
        <DocumentTitle />
        <Outlet />
        <AssistantSlot />
        <DialogHost />
        <ToastHost />
      </DraftContext>
    </SendContext>
  );
};

/** Who is signed in is told what there is to be told, on pages for anyone too: there one lands when thrown out of a team. */
const useNotices = (): void => {
  const place = useMatches().some(({ id }) => id === "shell") ? "shell" : "bare";
  const signedIn = useSyncExternalStore(session.subscribe, () => session.get().token !== undefined);
  useEffect(() => (signedIn ? follow(place) : undefined), [place, signedIn]);
};

/** A new path starts at its top; going back leaves the place to the browser. */
const useScrollReset = (): void => {
  const { pathname, hash } = useLocation();
  const type = useNavigationType();
  useEffect(() => {
    if (type !== NavigationType.Pop && !hash) window.scrollTo(0, 0);
    // Only a change of path resets; a new query or hash on the same path does not.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [pathname]);
};
