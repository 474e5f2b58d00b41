/**
 * Runs in the page's head before the first paint: sets the theme, requests the first list, the configuration, the code
 * of the screen in the URL and the user's notices. Compiled into index.html; reads session and theme from storage.
 */
import type { FirstCall } from "../framework/derive/list-calls.ts";
import type { EarlyAnswer, EarlyData } from "../api/early/early-data.ts";
import { queryString } from "../api/url.ts";
import { readStored } from "../lib/stored.ts";

/** Injected by the build. */
declare const ROUTES: readonly EarlyRoute[];
declare const FILES: readonly string[];
declare const SHELL_CALLS: readonly EarlyCall[];
declare const OWNER_CALLS: readonly EarlyCall[];
declare const NEWCOMER_CALLS: readonly EarlyCall[];

/** A call without parameters in its path. */
export interface EarlyCall {
  readonly service: string;
  /** Of the service, unless the configuration names another. */
  readonly base: string;
  readonly path: string;
}

export interface EarlyRoute {
  /** In the router's syntax. */
  readonly path: string;
  /** Public. */
  readonly bare?: true;
  /** Path of the drawer's current entry, if it is another. */
  readonly entry?: string;
  readonly list?: Omit<FirstCall, "route" | "alias"> & EarlyCall;
  /** Indexes into FILES of the required chunks and styles. */
  readonly files: readonly number[];
}

interface StoredTeam {
  readonly teamId: string;
  readonly token: string;
  readonly type: string;
  readonly status?: string;
  readonly access?: readonly string[];
}

const root = document.documentElement;
const early: EarlyData = (window.__freehold = {});

const read = <T>(key: string): T | undefined => readStored(key) as T | undefined;

const theme = localStorage.getItem("theme");
if (theme) root.dataset.theme = theme;

const segments = (path: string): string[] => path.replace(/\/$/, "").split("/");
const currentSegments = segments(location.pathname);
const route = ROUTES.find(({ path }) => {
  const wanted = segments(path);
  return (
    wanted.length === currentSegments.length &&
    wanted.every((part, at) => part.startsWith(":") || part === currentSegments[at])
  );
});
const token = localStorage.getItem("token");

early.config = fetch("/config.json");
early.config.catch(() => undefined);
if (route && token && !route.bare) requestEarly(route, token);
if (route && (token || route.bare)) {
  for (const index of route.files) preload(FILES[index]!);
  if (token && !route.bare) {
    root.dataset.shell = route.list ? "list" : "page";
    // As account/flows/notices/unread.ts.
    if (localStorage.getItem("noticeBar")) root.dataset.notices = "";
  }
  if (route.entry) root.dataset.entry = route.entry;
}

/** Requests the screen's list, then what every screen needs once; that waits for the code. */
function requestEarly({ list }: EarlyRoute, personal: string): void {
  // An expired token would end the session before the client could refresh it.
  const expiry = read<{ accessTokenExpireAt: number }>("authData")?.accessTokenExpireAt;
  if (expiry !== undefined && expiry < Date.now() + 60_000) return;
  const teams = read<StoredTeam[]>("teamList") ?? [];
  const selectedTeamId = localStorage.getItem("teamId");
  const team = teams.find(({ teamId }) => teamId === selectedTeamId) ?? teams[0];
  const isMember = team?.type === "COLLABORATION";
  const bases = read<{ bases: Record<string, string> }>("config")?.bases;
  const answers: EarlyAnswer[] = (early.answers = []);

  // Headers and queries as the client makes them (api/authorization.ts).
  const request = ({ service, base, path }: EarlyCall, query: Record<string, string>, priority: RequestPriority) => {
    const isPersonal = service === "auth";
    const bearer = isPersonal ? personal : (team?.token ?? personal);
    const authorization = isPersonal || service === "rpc" ? `Bearer ${bearer}` : bearer;
    const own = isPersonal && isMember ? { teamId: team.teamId } : {};
    const url = (bases?.[service] ?? base) + path + queryString({ ...query, ...own });
    const answer = fetch(url, { headers: { Authorization: authorization }, priority }).then(async (response) => ({
      status: response.status,
      body: (await response.json()) as unknown,
    }));
    answer.catch(() => undefined);
    answers.push({ url, authorization, answer });
  };

  const isBarred = isMember && (list?.access ?? []).some((code) => !team.access?.includes(code));
  const isForeign = list?.operator && !read<{ operator?: boolean }>("userInfo")?.operator;
  if (list && team?.status !== "DISABLED" && !isBarred && !isForeign) {
    const own = new URLSearchParams(location.search);
    const query: Record<string, string> = list.whole ? {} : { page: "1", size: "10" };
    for (const name of list.from) if (own.get(name)) query[name] = own.get(name)!;
    request(list, query, "auto");
  }
  const isNewcomer = !read<string[]>("guide")?.includes("welcome");
  const isOwner = team?.type === "INDIVIDUAL" && team.status !== "DISABLED";
  const others = [...SHELL_CALLS, ...(isOwner ? OWNER_CALLS : []), ...(isNewcomer ? NEWCOMER_CALLS : [])];
  for (const call of others) request(call, {}, "low");
}

function preload(file: string): void {
  const link = document.createElement("link");
  if (file.endsWith(".css")) {
    link.rel = "preload";
    link.as = "style";
  } else {
    link.rel = "modulepreload";
  }
  link.crossOrigin = "";
  link.href = file;
  document.head.append(link);
}
