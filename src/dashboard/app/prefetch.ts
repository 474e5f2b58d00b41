/** Loads a screen's code and data before it is asked for, from its address alone: the registry says what it shows. */
import type { DataProvider } from "@refinedev/core";
import type { QueryClient } from "@tanstack/react-query";
import { matchPath } from "react-router";
import { prefetchList, prefetchRecord } from "../framework/data/record-keys.ts";
import { readListState } from "../framework/data/use-list-state.ts";
import type { Prefetch } from "../framework/prefetch.ts";
import { loadPage } from "./load-page.ts";
import { declared, plans } from "./registry.ts";

/** A person on a metered line has not asked for anything ahead of need. */
const savesData = (): boolean => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

export const createPrefetch =
  (client: QueryClient, provider: DataProvider): Prefetch =>
  (to) => {
    if (savesData()) return;
    const url = new URL(to, location.origin);
    if (url.origin !== location.origin) return;
    for (const plan of plans) {
      const match = matchPath(plan.path, url.pathname);
      if (!match) continue;
      void loadPage(plan).catch(() => undefined);
      if (plan.handle.kind === "resource") prefetchData(plan.handle, match.params, url);
      return;
    }

    function prefetchData(
      { resource: name, verb }: { resource: string; verb: string },
      params: Readonly<Record<string, string | undefined>>,
      { searchParams }: URL,
    ): void {
      const resource = declared.resources.find((candidate) => candidate.name === name)!;
      if (verb === "list") prefetchList(client, provider, name, readListState(resource, searchParams));
      const idParam = /\{(\w+)\}[^{}]*$/.exec(resource.calls.show ?? "")?.[1];
      const id = idParam && params[idParam];
      if (verb === "show" && id) prefetchRecord(client, provider, name, id);
    }
  };

/** Once the page is at rest, loads the code of the screens a person is likely to open next. */
export const prefetchWhenIdle = (paths: readonly string[]): (() => void) => {
  if (savesData()) return () => undefined;
  const timer = setTimeout(() => {
    for (const path of paths) {
      const plan = plans.find((candidate) => matchPath(candidate.path, path));
      if (plan) void loadPage(plan).catch(() => undefined);
    }
  }, idleMs);
  return () => clearTimeout(timer);
};
const idleMs = 4000;
