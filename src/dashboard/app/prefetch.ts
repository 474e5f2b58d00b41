/** Prefetches a screen's code and data by its URL: the registry says what it shows. */
import type { DataProvider } from "@refinedev/core";
import type { QueryClient } from "@tanstack/react-query";
import { matchPath } from "react-router";
import { prefetchList, prefetchRecord } from "../framework/data/record-keys.ts";
import { readListState } from "../framework/data/use-list-state.ts";
import type { RouteHandle, RoutePlan } from "../framework/derive/routes.ts";
import { idParameter } from "../framework/pages/id-parameter.ts";
import type { Prefetch } from "../framework/prefetch.ts";
import { wire } from "../api/wire.ts";
import { declared } from "./registry.ts";
import { loadScreen, plans } from "./resource-screens.ts";

/** Returns whether the browser saves data: nothing is prefetched then. */
const savesData = (): boolean => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

export interface Prefetcher {
  /** Prefetches code and data of the screen behind a link. */
  readonly screen: Prefetch;
  /** Prefetches data only. Resolves when it is loaded or has failed. */
  readonly data: (to: string) => Promise<void>;
}

/** `mayOpen`: screens that the ability denies are not prefetched. */
export const createPrefetcher = (
  client: QueryClient,
  provider: DataProvider,
  mayOpen: (handle: RouteHandle) => boolean,
): Prefetcher => ({
  screen: (to) => {
    const matched = savesData() ? undefined : screenAt(to);
    if (!matched || !mayOpen(matched.plan.handle)) return;
    void loadScreen(matched.plan).catch(() => undefined);
    void dataOf(client, provider, matched);
  },
  data: async (to) => {
    const matched = screenAt(to);
    if (matched && mayOpen(matched.plan.handle)) await dataOf(client, provider, matched);
  },
});

interface MatchedScreen {
  readonly plan: RoutePlan;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly query: URLSearchParams;
}

const screenAt = (to: string): MatchedScreen | undefined => {
  const url = new URL(to, location.origin);
  if (url.origin !== location.origin) return undefined;
  const matchedPlan = planAt(url.pathname);
  return matchedPlan && { ...matchedPlan, query: url.searchParams };
};

const planAt = (pathname: string): Omit<MatchedScreen, "query"> | undefined => {
  const [, first = ""] = pathname.split("/");
  for (const plan of plans) {
    // Each comparison compiles a pattern, so routes with another first segment are skipped.
    const [, own = ""] = plan.path.split("/");
    if (own !== first && !/^[:*]/.test(own)) continue;
    const match = matchPath(plan.path, pathname);
    if (match) return { plan, params: match.params };
  }
  return undefined;
};

/** Prefetches a screen's first data: a list's page, or the record in its URL. */
const dataOf = async (
  client: QueryClient,
  provider: DataProvider,
  { plan, params, query }: MatchedScreen,
): Promise<void> => {
  const { handle } = plan;
  if (handle.kind !== "resource") return;
  const resource = declared.resources.find(({ name }) => name === handle.resource)!;
  const id = params[idParameter(resource.calls.show)];
  if (handle.verb === "list" && resource.list && !/[{*]/.test(resource.calls.list ?? "{")) {
    await prefetchList(client, provider, resource.name, readListState(resource, query));
  }
  if (handle.verb === "show" && id !== undefined) await prefetchRecord(client, provider, resource.name, id);
};

/** Once the page is idle, prefetches the code of the most likely next screens. */
export const prefetchWhenIdle = (paths: readonly string[]): (() => void) => {
  if (savesData()) return () => undefined;
  const timer = setTimeout(() => {
    void wire().catch(() => undefined);
    for (const path of paths) {
      const matchedPlan = planAt(path);
      if (matchedPlan) void loadScreen(matchedPlan.plan).catch(() => undefined);
    }
  }, idleMs);
  return () => clearTimeout(timer);
};
const idleMs = 4000;
