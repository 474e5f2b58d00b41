/** Keeps the tokens alive. What renews them is loaded when it is needed: about once an hour. */
import { tokenRefreshWindowMs } from "../../../../resources/limits.ts";
import { jwtExpiresAtMs } from "../../lib/jwt.ts";
import { loadChunk } from "../../lib/load-chunk.ts";
import { NetworkError } from "../errors.ts";
import { session } from "./session.ts";

/**
 * Refreshes the tokens when the access token has less than an hour left. When that fails the old token still serves for a while, and
 * the call that follows gets its own answer. Throws what came in between once the old one has ended: a lost network ends no session.
 */
export const refreshIfDue = async (): Promise<void> => {
  if (isAccessTokenDue()) await renewWith(({ renewAccessToken }) => renewAccessToken());
};

/**
 * Reloads the team list with fresh team tokens before the token of a joined team has an hour left; the own team goes on with the
 * personal token. When that fails the old token still serves until it ends; then the failure is thrown.
 */
export const renewTeamTokenIfDue = async (): Promise<void> => {
  if (isTeamTokenDue()) await renewWith(({ renewTeamToken }) => renewTeamToken());
};

/** Tokens this page has just got are not renewed again, whatever its clock says. */
export const justGot = new Set<string>();

export const isAccessTokenDue = (): boolean => {
  const { auth } = session.get();
  return auth !== undefined && !justGot.has(auth.accessToken) && endsSoon(auth.accessTokenExpireAt);
};

export const isTeamTokenDue = (): boolean => {
  const { team } = session.get();
  return team?.type === "COLLABORATION" && !justGot.has(team.token) && endsSoon(jwtExpiresAtMs(team.token));
};

const endsSoon = (expiresAtMs = Infinity): boolean => expiresAtMs - Date.now() < tokenRefreshWindowMs;

const renewWith = async (renew: (part: typeof import("./renew.ts")) => Promise<void>): Promise<void> => {
  const part = await loadChunk(() => import("./renew.ts")).catch((error: unknown) => {
    throw new NetworkError((error as Error).message);
  });
  await renew(part);
};
