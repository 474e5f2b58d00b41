/** Keeps the access token alive: one refresh at a time, in all tabs together. */
import { authData, refresh } from "../../../../resources/account/session.ts";
import { parseCall } from "../../../../resources/endpoints.ts";
import { networkRetries, refreshTimeoutMs, tokenRefreshWindowMs } from "../../../../resources/limits.ts";
import { oneAtATime } from "../../lib/one-at-a-time.ts";
import { randomId } from "../../lib/random-id.ts";
import { baseOf } from "../config.ts";
import { ApiError, unwrap } from "../errors.ts";
import { sessionKeys } from "./keys.ts";
import { session } from "./session.ts";
import { wire } from "../wire.ts";

/**
 * Refreshes the tokens when the access token has less than an hour left. When that fails the old token still serves for a while, and
 * the call that follows gets its own answer. Throws what came in between once the old one has ended: a lost network ends no session.
 */
export const refreshIfDue = async (): Promise<void> => {
  if (!isDue()) return;
  await oneAtATime("freehold-refresh", async () => {
    // Another tab may have done it while this one waited.
    session.reload();
    if (isDue()) await renew();
  });
};

/** A token this page has just got is not renewed again, whatever its clock says. */
let justGot: string | undefined;

const isDue = (): boolean => {
  const { auth } = session.get();
  if (!auth || auth.accessToken === justGot) return false;
  return auth.accessTokenExpireAt - Date.now() < tokenRefreshWindowMs;
};

const renew = async (): Promise<void> => {
  const { alias, path } = parseCall(refresh.call);
  const { refreshToken, accessTokenExpireAt } = session.get().auth!;
  const hasEnded = accessTokenExpireAt <= Date.now();
  try {
    const { transfer } = await wire();
    const { status, body } = await transfer(
      {
        method: "POST",
        url: baseOf(alias) + path,
        data: { refreshToken },
        headers: { "Idempotency-Key": attemptKey() },
        timeout: refreshTimeoutMs,
      },
      hasEnded ? networkRetries : 0,
    );
    const fresh = authData.parse(unwrap(status, body));
    session.setAuth(fresh);
    justGot = fresh.accessToken;
    setTimeout(() => (justGot = undefined), tokenRefreshWindowMs / 2);
  } catch (error) {
    if (error instanceof ApiError && error.statusCode === 401) session.forgetRefresh();
    else if (hasEnded) throw error;
  }
};

/**
 * One key for all attempts with one refresh token, also those after a reload: when an answer was lost, the next attempt gets that
 * same answer, and the cloud does not take the old token for stolen. It goes with the auth data.
 */
const attemptKey = (): string => {
  const known = localStorage.getItem(sessionKeys.refreshKey);
  if (known) return known;
  const key = randomId();
  localStorage.setItem(sessionKeys.refreshKey, key);
  return key;
};
