import { useSyncExternalStore } from "react";
import type { UserInfo } from "../../../../resources/account/session.ts";
import { session } from "../../api/session/session.ts";

/** The signed-in user, updated live: also by notices and other tabs. */
export const useUser = (): UserInfo | undefined => useSyncExternalStore(session.subscribe, () => session.get().user);
