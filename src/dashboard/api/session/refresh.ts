/** Checks the tokens' expiry. The code that renews them is loaded when needed, about once an hour. */
import { tokenRefreshWindowMs } from "../../../../resources/limits.ts";
import { jwtExpiresAtMs } from "../../lib/jwt.ts";
import { loadCode } from "../wire.ts";
import { session } from "./session.ts";

/**
 * Refreshes the tokens when the access token has less than an hour left. A failure is ignored while the old token is
 * valid; afterwards it is thrown, so that a network failure ends no session.
 */
export const refreshIfDue = async (): Promise<void> => {
  if (isAccessTokenDue()) await renewWith(({ renewAccessToken }) => renewAccessToken());
};

/**
 * Reloads the team list with new team tokens before the token of a joined team has an hour left; the user's own team
 * keeps the personal token. A failure is ignored while the old token is valid; afterwards it is thrown.
 */
export const renewTeamTokenIfDue = async (): Promise<void> => {
  if (isTeamTokenDue()) await renewWith(({ renewTeamToken }) => renewTeamToken());
};

/** Tokens this page has just received: they are not renewed again, regardless of the clock. */
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

const renewWith = async (renew: (part: typeof import("./renew.ts")) => Promise<void>): Promise<void> =>
  renew(await loadCode(() => import("./renew.ts")));
