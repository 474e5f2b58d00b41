/** Keeps the access token alive: one refresh at a time, in all tabs together. */
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
    const { transfer } = await import("../transport.ts");
    const request = { method: "POST", url: baseOf(alias) + path, data: { refreshToken } };
    const { status, body } = await transfer(request, 0);
    session.setAuth(authData.parse(unwrap(status, body)));
  } catch {
    if ((session.get().auth?.accessTokenExpireAt ?? Infinity) < Date.now()) session.forgetRefresh();
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
