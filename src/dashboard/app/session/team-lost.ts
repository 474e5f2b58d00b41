import { landing } from "../../../../resources/pages.ts";
import { session } from "../../api/session/session.ts";
import { isLeaving } from "../../lib/leaving.ts";
import { dropCache } from "../cache/cache-store.ts";
import { leaveWithoutPrompt } from "./go.ts";

/**
 * Leaves for the root when a reloaded list no longer contains this page's team: the user was removed, left, or another
 * user signed in. Deletes the team's cache. Returns the unsubscribe function.
 */
export const watchTeam = (): (() => void) => {
  const pageTeamId = session.get().team?.teamId;
  const stop = session.subscribe(() => {
    const { token, teams } = session.get();
    // Without a token or a list the session itself has ended, which is handled elsewhere; so is leaving on purpose.
    if (isLeaving() || pageTeamId === undefined || token === undefined || teams.length === 0) return;
    if (teams.some(({ teamId }) => teamId === pageTeamId)) return;
    stop();
    void dropCache(pageTeamId).finally(() => leaveWithoutPrompt(landing.path));
  });
  return stop;
};
