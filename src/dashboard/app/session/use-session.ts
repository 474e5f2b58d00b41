import { useSyncExternalStore } from "react";
import { session, type Session } from "../../api/session/session.ts";

/** Returns the session and follows its changes, also from other tabs. */
export const useSession = (): Session => useSyncExternalStore(session.subscribe, session.get);
