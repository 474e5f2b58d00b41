import { useSyncExternalStore } from "react";
import { session, type Session } from "../../api/session/session.ts";

/** The session, as it changes: also by other tabs. */
export const useSession = (): Session => useSyncExternalStore(session.subscribe, session.get);
