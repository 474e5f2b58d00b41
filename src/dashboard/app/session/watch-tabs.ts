import { login, overview } from "../../../../resources/pages.ts";
import { session } from "../../api/session/session.ts";
import { leaveWithoutPrompt } from "./go.ts";

/**
 * Follows session changes in other tabs: a sign-out ends this page too, and another user's sign-in reloads it. Returns
 * the unsubscribe function.
 */
export const watchTabs = (): (() => void) => {
  const initialUid = session.get().user?.uid;
  const follow = (): void => {
    const { token, user } = session.get();
    if (token === undefined) leave(login.path);
    else if (initialUid !== undefined && user && user.uid !== initialUid) leave(overview.path);
  };
  // The end of a session fires several storage events.
  const leave = (path: string): void => {
    stop();
    leaveWithoutPrompt(path);
  };
  const stored = ({ storageArea }: StorageEvent): void => {
    if (storageArea === localStorage) follow();
  };
  // A page restored from the back/forward cache has missed all events.
  const shown = ({ persisted }: PageTransitionEvent): void => {
    if (!persisted) return;
    session.reload();
    follow();
  };
  addEventListener("storage", stored);
  addEventListener("pageshow", shown);
  const stop = (): void => {
    removeEventListener("storage", stored);
    removeEventListener("pageshow", shown);
  };
  return stop;
};
