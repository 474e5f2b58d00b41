import { useEffect, useSyncExternalStore } from "react";
import { NavigationType, Outlet, useLocation, useMatches, useNavigationType } from "react-router";
import { send } from "../../api/client.ts";
import { session } from "../../api/session/session.ts";
import { follow } from "../../flows/notices/follow.ts";
import { SendContext, SignedInContext } from "../../framework/data/call-context.ts";
import { DraftContext } from "../../framework/forms/draft-context.ts";
import { DialogHost } from "../../ui/dialogs/dialog-host.tsx";
import { ToastHost } from "../../ui/toast-host.tsx";
import { drafts } from "../drafts/drafts.ts";
import { AssistantSlot } from "./assistant-slot.tsx";
import { DocumentTitle } from "./document-title.tsx";
import { NavigationProgress } from "./navigation-progress.tsx";

/** Parts of every screen, with or without the shell: title, progress bar, dialogs, toasts. */
export const Root = () => {
  const signedIn = useSyncExternalStore(session.subscribe, () => session.get().token !== undefined);
  useScrollReset();
  useNotices(signedIn);
  return (
    <SendContext value={send}>
      <SignedInContext value={signedIn}>
        <DraftContext value={drafts}>
          <NavigationProgress />
          <DocumentTitle />
          <Outlet />
          <AssistantSlot />
          <DialogHost />
          <ToastHost />
        </DraftContext>
      </SignedInContext>
    </SendContext>
  );
};

/** Shows notifications to signed-in users, on public pages too: users removed from a team land there. */
const useNotices = (signedIn: boolean): void => {
  const place = useMatches().some(({ id }) => id === "shell") ? "shell" : "bare";
  useEffect(() => (signedIn ? follow(place) : undefined), [place, signedIn]);
};

/** Scrolls to the top on a new path; on back navigation the browser restores the position. */
const useScrollReset = (): void => {
  const { pathname, hash } = useLocation();
  const type = useNavigationType();
  useEffect(() => {
    if (type !== NavigationType.Pop && !hash) window.scrollTo(0, 0);
    // Only a change of path resets; a new query or hash on the same path does not.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [pathname]);
};
