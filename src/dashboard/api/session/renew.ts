/** Renews tokens: one renewal at a time across all tabs. */
import { authData, refresh } from "../../../../resources/account/session.ts";
import { parseCall } from "../../../../resources/declare/endpoints.ts";
import { networkRetries, refreshTimeoutMs, tokenRefreshWindowMs } from "../../../../resources/limits.ts";
import { jwtExpiresAtMs } from "../../lib/jwt.ts";
import { oneAtATime } from "../../lib/async/one-at-a-time.ts";
import { randomId } from "../../lib/random-id.ts";
import { baseOf } from "../config.ts";
import { ApiError, unwrap } from "../errors.ts";
import { transfer } from "../transport.ts";
import { sessionKeys } from "./keys.ts";
import { loadTeams } from "./load.ts";
import { isAccessTokenDue, isTeamTokenDue, justGot } from "./refresh.ts";
import { session } from "./session.ts";

export const renewAccessToken = (): Promise<void> =>
  oneAtATime("freehold-refresh", async () => {
    // Another tab may have renewed it meanwhile.
    session.reload();
    if (isAccessTokenDue()) await refreshTokens();
  });

export const renewTeamToken = (): Promise<void> =>
  oneAtATime("freehold-teams", async () => {
    session.reload();
    if (isTeamTokenDue()) await reloadTeams();
  });

const refreshTokens = async (): Promise<void> => {
  const { alias, path } = parseCall(refresh.call);
  const { refreshToken, accessTokenExpireAt } = session.get().auth!;
  const hasEnded = accessTokenExpireAt <= Date.now();
  const request = {
    method: "POST",
    url: baseOf(alias) + path,
    data: { refreshToken },
    headers: { "Idempotency-Key": attemptKey() },
    timeout: refreshTimeoutMs,
  };
  try {
    const { status, body } = await transfer(request, hasEnded ? networkRetries : 0);
    const fresh = authData.parse(unwrap(status, body));
    session.setAuth(fresh);
    trust(fresh.accessToken);
  } catch (error) {
    if (error instanceof ApiError && error.statusCode === 401) session.forgetRefresh();
    else if (hasEnded) throw error;
  }
};

const reloadTeams = async (): Promise<void> => {
  const hasEnded = jwtExpiresAtMs(session.get().team!.token)! <= Date.now();
  try {
    await loadTeams();
    trust(session.get().team?.token);
  } catch (error) {
    if (hasEnded) throw error;
  }
};

const trust = (token: string | undefined): void => {
  if (token === undefined) return;
  justGot.add(token);
  setTimeout(() => justGot.delete(token), tokenRefreshWindowMs / 2);
};

/**
 * Returns the idempotency key for all attempts with one refresh token, also after a reload: when a response was lost,
 * the next attempt gets the same response, and the server does not treat the old token as stolen. Deleted with the auth
 * data.
 */
const attemptKey = (): string => {
  const stored = localStorage.getItem(sessionKeys.refreshKey);
  if (stored) return stored;
  const key = randomId();
  localStorage.setItem(sessionKeys.refreshKey, key);
  return key;
};
