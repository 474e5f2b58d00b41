import { useSyncExternalStore } from "react";
import type { UserInfo } from "../../../../../resources/account/session.ts";
import { session } from "../../../api/session/session.ts";
import { loadSession } from "../../../api/session/load.ts";
import { leaveTeam as leaveTeamCall } from "../../../../../resources/account/teams/member-calls.ts";
import { overview } from "../../../../../resources/pages.ts";
import { send } from "../../../api/client.ts";
import { startLeaving } from "../../../lib/leaving.ts";

/** The signed-in user, updated live: also by notices and other tabs. */
export const useUser = (): UserInfo | undefined => useSyncExternalStore(session.subscribe, () => session.get().user);

/**
 * Reloads the user and teams immediately, instead of waiting for the server's notice. If the session expired, ends it
 * here too.
 */
export const refreshSession = (): Promise<void> => loadSession().catch(() => undefined);

/** Leaves a joined team, and goes to the overview of the user's own team. */
export const leaveTeam = async (teamId: string): Promise<void> => {
  await send(leaveTeamCall, { body: { teamId } });
  startLeaving();
  session.forgetTeam();
  location.assign(overview.path);
};
