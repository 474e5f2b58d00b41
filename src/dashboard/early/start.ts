/**
 * Runs in the page's head before the first paint: sets the theme, requests the first list, the configuration and the
 * code of the screen in the URL. Compiled into index.html; reads session and theme from storage.
 */
import type { FirstCall } from "../framework/derive/list-calls.ts";
import type { EarlyData } from "../api/early/early-data.ts";
import { queryString } from "../api/url.ts";
import { readStored } from "../lib/stored.ts";

/** Injected by the build. */
declare const ROUTES: readonly EarlyRoute[];
declare const FILES: readonly string[];

export interface EarlyRoute {
  /** In the router's syntax. */
  readonly path: string;
  /** Public. */
  readonly bare?: true;
  readonly list?: Omit<FirstCall, "route"> & { readonly base: string; readonly service: string };
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
if (route?.list && token) requestList(route.list, token);
if (route && (token || route.bare)) {
  for (const index of route.files) preload(FILES[index]!);
  if (token && !route.bare) root.dataset.shell = route.list ? "list" : "page";
}

function requestList(list: NonNullable<EarlyRoute["list"]>, personal: string): void {
  const { base, service, path, from, access = [], operator, whole } = list;
  // An expired token would end the session before the client could refresh it.
  const expiry = read<{ accessTokenExpireAt: number }>("authData")?.accessTokenExpireAt;
  if (expiry !== undefined && expiry < Date.now() + 60_000) return;
  const teams = read<StoredTeam[]>("teamList") ?? [];
  const selectedTeamId = localStorage.getItem("teamId");
  const team = teams.find(({ teamId }) => teamId === selectedTeamId) ?? teams[0];
  const isMember = team?.type === "COLLABORATION";
  const isBarred = isMember && access.some((code) => !team.access?.includes(code));
  if (team?.status === "DISABLED" || isBarred) return;
  if (operator && !read<{ operator?: boolean }>("userInfo")?.operator) return;
  // As the client does (api/authorization.ts).
  const isPersonal = service === "auth";
  const bearer = isPersonal ? personal : (team?.token ?? personal);
  const authorization = isPersonal || service === "rpc" ? `Bearer ${bearer}` : bearer;
  const own = new URLSearchParams(location.search);
  const query: Record<string, string> = {
    ...(!whole && { page: "1", size: "10" }),
    ...(isPersonal && isMember && { teamId: team.teamId }),
  };
  for (const name of from) if (own.get(name)) query[name] = own.get(name)!;
  const configured = read<{ bases: Record<string, string> }>("config")?.bases[service] ?? base;
  const url = configured + path + queryString(query);
  const answer = fetch(url, { headers: { Authorization: authorization } }).then(async (response) => ({
    status: response.status,
    body: (await response.json()) as unknown,
  }));
  answer.catch(() => undefined);
  early.list = { url, authorization, answer };
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
