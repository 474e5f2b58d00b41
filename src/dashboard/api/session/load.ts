import { currentUser, signOut as signOutCall } from "../../../../resources/account/session.ts";
import { teams } from "../../../../resources/account/teams/teams.ts";
import type { RequestOptions } from "../../../../resources/declare/call-input.ts";
import { send } from "../client.ts";
import { session } from "./session.ts";

/** Loads and stores the user and the team list: after signing in, on each visit and on notifications. */
export const loadSession = async (options?: Quiet): Promise<void> => {
  await Promise.all([loadUser(options), loadTeams(options)]);
};

export const loadUser = async (options?: Quiet): Promise<void> => session.setUser(await send(currentUser, options));
export const loadTeams = async (options?: Quiet): Promise<void> => session.setTeams((await send(teams, options)).items);

type Quiet = Pick<RequestOptions, "silent">;

/** Ends the session on the server, if reachable, and in this browser. */
export const signOut = async (): Promise<void> => {
  const { auth } = session.get();
  session.clear();
  if (auth) await send(signOutCall, { body: { refreshToken: auth.refreshToken }, retries: 0 }).catch(() => undefined);
};
