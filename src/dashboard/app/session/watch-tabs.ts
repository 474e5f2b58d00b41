import { login, overview } from "../../../../resources/pages.ts";
import { session } from "../../api/session/session.ts";
import { leaveWithoutPrompt } from "./go.ts";

/**
 * Follows what other tabs do to the session: signing out there ends this page too, and another user's sign-in reloads it. Returns the
 * way to stop.
 */
export const watchTabs = (): (() => void) => {
  const began = session.get().user?.uid;
  const follow = (): void => {
    const { token, user } = session.get();
    if (token === undefined) leave(login.path);
    else if (began !== undefined && user && user.uid !== began) leave(overview.path);
  };
  // An ended session tells of itself by several events.
  const leave = (path: string): void => {
    stop();
    leaveWithoutPrompt(path);
  };
  const stored = ({ storageArea }: StorageEvent): void => {
    if (storageArea === localStorage) follow();
  };
  // A page that comes back from the browser's own keeping has heard nothing meanwhile.
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
