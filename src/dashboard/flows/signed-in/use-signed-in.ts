import { useSyncExternalStore } from "react";
import { session } from "../../api/session/session.ts";

/** Whether this browser holds a session, here or begun in another tab. */
export const useSignedIn = (): boolean =>
  useSyncExternalStore(session.subscribe, () => session.get().token !== undefined);
