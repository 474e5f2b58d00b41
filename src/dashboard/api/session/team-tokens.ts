import { tokenRefreshWindowMs } from "../../../../resources/limits.ts";
import { jwtExpiresAtMs } from "../../lib/jwt.ts";
import { oneAtATime } from "../../lib/one-at-a-time.ts";
import { session } from "./session.ts";

/**
 * Reloads the team list with fresh team tokens before the token of a joined team has an hour left; the own team goes on with the
 * personal token. When that fails the old token still serves until it ends; then the failure is thrown.
 */
export const renewTeamTokenIfDue = async (): Promise<void> => {
  if (!isDue()) return;
  await oneAtATime("freehold-teams", async () => {
    // Another tab may have done it while this one waited.
    session.reload();
    if (isDue()) await renew();
  });
};

/** A token this page has just got is not asked for again, whatever its clock says. */
let justGot: string | undefined;

const isDue = (): boolean => {
  const { team } = session.get();
  if (team?.type !== "COLLABORATION" || team.token === justGot) return false;
  const expiresAtMs = jwtExpiresAtMs(team.token);
  return expiresAtMs !== undefined && expiresAtMs - Date.now() < tokenRefreshWindowMs;
};

const renew = async (): Promise<void> => {
  const hasEnded = jwtExpiresAtMs(session.get().team!.token)! <= Date.now();
  try {
    const { loadTeams } = await import("./load.ts");
    await loadTeams();
    justGot = session.get().team?.token;
    setTimeout(() => (justGot = undefined), tokenRefreshWindowMs / 2);
  } catch (error) {
    if (hasEnded) throw error;
  }
};
