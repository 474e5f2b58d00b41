import { useSyncExternalStore } from "react";
import type { Team } from "../../../../../resources/account/teams/teams.ts";
import { session } from "../../../api/session/session.ts";

/** Returns the current team. */
export const useTeam = (): Team | undefined => useSyncExternalStore(session.subscribe, () => session.get().team);
