import { useSyncExternalStore } from "react";
import type { Team } from "../../../../resources/account/teams.ts";
import { session } from "../../api/session/session.ts";

/** The team one works in. */
export const useTeam = (): Team | undefined => useSyncExternalStore(session.subscribe, () => session.get().team);
