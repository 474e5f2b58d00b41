import { useSyncExternalStore } from "react";
import { session } from "../../../api/session/session.ts";

/** The signed-in user's name; undefined before the user has been loaded in this browser. */
export const useOwnName = (): string | undefined =>
  useSyncExternalStore(session.subscribe, () => session.get().user?.username);

/** Whether this browser has a session, started here or in another tab. */
export const useSignedIn = (): boolean =>
  useSyncExternalStore(session.subscribe, () => session.get().token !== undefined);
