import { useSyncExternalStore } from "react";
import { session } from "../../../api/session/session.ts";

/** Whether this browser has a session, started here or in another tab. */
export const useSignedIn = (): boolean =>
  useSyncExternalStore(session.subscribe, () => session.get().token !== undefined);
