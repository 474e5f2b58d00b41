import { type ComponentType, useEffect, useLayoutEffect, useState, useSyncExternalStore } from "react";
import { NavigationType, Outlet, useLocation, useMatches, useNavigation, useNavigationType } from "react-router";
import { send } from "../../api/client.ts";
import { config } from "../../api/config.ts";
import { session } from "../../api/session/session.ts";
import { follow } from "../../flows/notices/follow.ts";
import { SendContext, SignedInContext } from "../../framework/data/call-context.ts";
import { documentTitle, subjectOf } from "../../framework/derive/titles.ts";
import { DraftContext } from "../../framework/forms/draft-context.ts";
import { pageTitle } from "../../framework/page-title.ts";
import { settled } from "../../lib/at-rest.ts";
import { DialogHost } from "../../ui/dialogs/dialog-host.tsx";
import { ToastHost } from "../../ui/toast-host.tsx";
import { drafts } from "../drafts/drafts.ts";
import { declared } from "../registry.ts";
import { useRoute } from "./use-route.ts";

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

/** Progress bar at the top: grows while the next screen loads, completes when it is ready. */
const NavigationProgress = () => {
  const { state } = useNavigation();
  const { key } = useLocation();
  if (state !== "idle")
    return <div className="fh-navigation is-under-way" role="progressbar" aria-label="Loading page" />;
  return key === "default" ? null : <div key={key} className="fh-navigation is-done" aria-hidden="true" />;
};

type Dock = ComponentType<{ readonly screen: string | undefined }>;

/** Places the assistant's button on every page that allows it; loaded once the page is idle. */
const AssistantSlot = () => {
  const { handle } = useRoute();
  const [Loaded, setLoaded] = useState<Dock>();
  useEffect(() => {
    void settled()
      .then(() => import("../../flows/assistant/assistant-dock.tsx"))
      .then(({ AssistantDock }) => setLoaded(() => AssistantDock))
      .catch(() => undefined);
  }, []);
  const subject = handle && subjectOf(declared, handle);
  if (!Loaded || (subject && "assistant" in subject)) return null;
  return <Loaded screen={subject?.name} />;
};

/** Sets the document title (route title, group, product) and announces changes to assistive technology. */
const DocumentTitle = () => {
  const { handle, params } = useRoute();
  const own = useSyncExternalStore(pageTitle.subscribe, pageTitle.get);
  const { product } = useSyncExternalStore(config.subscribe, config.get);
  const title =
    own && handle
      ? [own, subjectOf(declared, handle).group, product].filter(Boolean).join(" - ")
      : documentTitle(declared, handle, params, product);
  // Before paint, so that the tab never shows the previous screen's name.
  useLayoutEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <p className="fh-hidden" role="status" aria-live="polite">
      {title}
    </p>
  );
};
