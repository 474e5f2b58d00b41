/** Keeps the access token alive: one refresh at a time, in all tabs together. */
import axios from "axios";
import { authData, refresh } from "../../../../resources/account/session.ts";
import { parseCall } from "../../../../resources/endpoints.ts";
import { tokenRefreshWindowMs } from "../../../../resources/limits.ts";
import { baseOf } from "../config.ts";
import { unwrap } from "../errors.ts";
import { session } from "./session.ts";

/**
 * Refreshes the tokens when the access token has less than an hour left. When that fails the old token still serves for
 * a while, and the call that follows gets its own answer.
 */
export const refreshIfDue = async (): Promise<void> => {
  if (!isDue()) return;
  await oneAtATime(async () => {
    // Another tab may have done it while this one waited.
    session.reload();
    if (isDue()) await renew();
  });
};

const isDue = (): boolean => {
  const { auth } = session.get();
  return auth !== undefined && auth.accessTokenExpireAt - Date.now() < tokenRefreshWindowMs;
};

const renew = async (): Promise<void> => {
  const { alias, path } = parseCall(refresh.call);
  const { refreshToken } = session.get().auth!;
  try {
    const { status, data } = await axios.post<unknown>(
      baseOf(alias) + path,
      { refreshToken },
      { validateStatus: null },
    );
    session.setAuth(authData.parse(unwrap(status, data)));
  } catch {
    if (session.get().auth!.accessTokenExpireAt < Date.now()) session.forgetRefresh();
  }
};

/** Web Locks serialise tabs; where they are missing (plain http hosts) at least this tab's calls share one refresh. */
const oneAtATime = (work: () => Promise<void>): Promise<void> => {
  running ??= (navigator.locks ? navigator.locks.request("freehold-refresh", work) : work()).finally(
    () => (running = undefined),
  );
  return running;
};
let running: Promise<void> | undefined;
