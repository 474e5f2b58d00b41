import { landing } from "../../../../resources/pages.ts";
import { session } from "../../api/session/session.ts";
import { isLeaving } from "../../lib/leaving.ts";
import { dropCache } from "../cache/cache-store.ts";
import { leaveWithoutPrompt } from "./go.ts";

/**
 * Leaves for the root as soon as a freshly loaded list no longer holds the team this page works in: its person was removed, left,
 * or another one has signed in meanwhile. What was cached of the team is forgotten. Returns the way to stop.
 */
export const watchTeam = (): (() => void) => {
  const worksIn = session.get().team?.teamId;
  const stop = session.subscribe(() => {
    const { token, teams } = session.get();
    // Without a token or a list the session itself has ended, which has its own way out; so has who leaves on purpose.
    if (isLeaving() || worksIn === undefined || token === undefined || teams.length === 0) return;
    if (teams.some(({ teamId }) => teamId === worksIn)) return;
    stop();
    void dropCache(worksIn).finally(() => leaveWithoutPrompt(landing.path));
  });
  return stop;
};
