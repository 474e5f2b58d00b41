/** The session in this browser: tokens, user, teams and the selected team. Follows changes in other tabs. */
import * as z from "zod/mini";
import { authData, userInfo, type AuthData, type UserInfo } from "../../../../resources/account/session.ts";
import { team, type Team } from "../../../../resources/account/teams/teams.ts";
import { createStore } from "../../lib/store.ts";
import { readStored } from "../../lib/stored.ts";
import { sessionKeys, preservedKeys } from "./keys.ts";

export interface Session {
  /** The personal access token. */
  readonly token: string | undefined;
  readonly auth: AuthData | undefined;
  readonly user: UserInfo | undefined;
  readonly teams: readonly Team[];
  /** The team of this page, or else the stored one, if it is still in the list; otherwise the first. */
  readonly team: Team | undefined;
}

const parsed = <S extends z.ZodMiniType>(key: string, schema: S): z.output<S> | undefined =>
  z.safeParse(schema, readStored(key)).data;

/**
 * The team of this page. Another tab's selection applies to that tab and to later visits, so that input here goes to
 * the right team.
 */
let currentTeamId: string | undefined;

const read = (): Session => {
  const teams = parsed(sessionKeys.teamList, z.array(team)) ?? [];
  const teamId = currentTeamId ?? localStorage.getItem(sessionKeys.teamId);
  const current = teams.find((candidate) => candidate.teamId === teamId) ?? teams[0];
  currentTeamId ??= current?.teamId;
  return {
    token: localStorage.getItem(sessionKeys.token) ?? undefined,
    auth: parsed(sessionKeys.authData, authData),
    user: parsed(sessionKeys.userInfo, userInfo),
    teams,
    team: current,
  };
};

const store = createStore<Session>(read());
const reload = (): void => store.set(read());

const write = (key: string, value: unknown): void => {
  const text = JSON.stringify(value);
  if (localStorage.getItem(key) === text) return;
  localStorage.setItem(key, text);
  reload();
};

export const session = {
  get: store.get,
  subscribe: store.subscribe,
  reload,
  /** Stores new tokens, after signing in and after each refresh; the user's own team continues with the new one. */
  setAuth: (auth: AuthData): void => {
    const teams = store
      .get()
      .teams.map((own) => (own.type === "INDIVIDUAL" ? { ...own, token: auth.accessToken } : own));
    localStorage.setItem(sessionKeys.authData, JSON.stringify(auth));
    localStorage.setItem(sessionKeys.token, auth.accessToken);
    localStorage.removeItem(sessionKeys.refreshKey);
    if (teams.length > 0) localStorage.setItem(sessionKeys.teamList, JSON.stringify(teams));
    reload();
  },
  setUser: (user: UserInfo): void => write(sessionKeys.userInfo, user),
  setTeams: (teams: readonly Team[]): void => {
    write(sessionKeys.teamList, teams);
    const stored = localStorage.getItem(sessionKeys.teamId);
    if (teams[0] && !teams.some(({ teamId }) => teamId === stored))
      localStorage.setItem(sessionKeys.teamId, teams[0].teamId);
  },
  chooseTeam: (teamId: string): void => {
    currentTeamId = teamId;
    localStorage.setItem(sessionKeys.teamId, teamId);
    reload();
  },
  /** Stores the team of this page as the one for newly opened pages. */
  storeTeam: (): void => {
    if (currentTeamId !== undefined && store.get().token !== undefined)
      localStorage.setItem(sessionKeys.teamId, currentTeamId);
  },
  forgetTeam: (): void => {
    currentTeamId = undefined;
    localStorage.removeItem(sessionKeys.teamId);
    reload();
  },
  /** Deletes the refresh token after it was refused; the next call's 401 ends the session. */
  forgetRefresh: (): void => {
    localStorage.removeItem(sessionKeys.authData);
    localStorage.removeItem(sessionKeys.refreshKey);
    reload();
  },
  /** Ends the session in this browser. Wallet keys, drafts and uploads stay in IndexedDB. */
  clear: (): void => {
    const preserved = preservedKeys.map((key) => [key, localStorage.getItem(key)] as const);
    localStorage.clear();
    for (const [key, value] of preserved) if (value !== null) localStorage.setItem(key, value);
    currentTeamId = undefined;
    reload();
  },
};

window.addEventListener("storage", (event) => {
  if (event.storageArea === localStorage) reload();
});
