/** Shows the last visit's data before the server responds: the query cache, stored per team and build. */
import { dehydrate, hydrate, type DehydratedState, type Query, type QueryClient } from "@tanstack/react-query";
import { session } from "../../api/session/session.ts";
import { resourceNamed } from "../../framework/data/part-resources.ts";
import { readCache, writeCache } from "./cache-store.ts";

/** The hashed URL of this chunk, which identifies the build. */
const buildId = import.meta.url;
const writeEveryMs = 2000;
const maxAgeMs = 7 * 24 * 3600 * 1000;
const maxQueries = 60;

interface StoredCache {
  readonly buildId: string;
  readonly savedAtMs: number;
  readonly state: DehydratedState;
}

/**
 * Restores the team's stored data into the client. It counts as stale, regardless of its age, so each screen refetches
 * in the background.
 */
export const restoreCache = async (client: QueryClient, teamId: string): Promise<void> => {
  const stored = (await readCache(teamId)) as StoredCache | undefined;
  if (!stored || stored.buildId !== buildId || Date.now() - stored.savedAtMs > maxAgeMs) return;
  const queries = stored.state.queries.map((query) => ({ ...query, state: { ...query.state, isInvalidated: true } }));
  hydrate(client, { ...stored.state, queries });
};

/** Stores the cache from now on, at most every two seconds and when the page is left. */
export const persistCache = (client: QueryClient, teamId: string): void => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (session.get().team?.teamId === teamId) void writeCache(teamId, snapshot(client));
  };
  client.getQueryCache().subscribe(({ type }) => {
    if (type === "updated") timer ??= setTimeout(write, writeEveryMs);
  });
  addEventListener("pagehide", () => timer !== undefined && write());
};

const snapshot = (client: QueryClient): StoredCache => {
  const state = dehydrate(client, { shouldDehydrateQuery: isPersisted, shouldDehydrateMutation: () => false });
  const queries = state.queries.toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt).slice(0, maxQueries);
  return { buildId, savedAtMs: Date.now(), state: { mutations: [], queries } };
};

/** Returns whether a resource's data may be persisted: not the auth service's, and not secrets. */
const isKept = (name: string): boolean => {
  const { calls, fields } = resourceNamed(name) ?? {};
  return (
    calls !== undefined &&
    !Object.values(calls).some((call) => call.includes(" $auth/")) &&
    !Object.values(fields ?? {}).some(({ as }) => as === "secret")
  );
};

/** Accepts records and calls, except for secrets, data that changes by the second, and the auth service's. */
const isPersisted = ({ queryKey: [kind, second, third], state, meta }: Query): boolean => {
  if (state.status !== "success" || meta?.["isKept"] === false) return false;
  if (kind === "data") return typeof third === "string" && isKept(third);
  return kind === "call" && !String(second).includes(" $auth/");
};
