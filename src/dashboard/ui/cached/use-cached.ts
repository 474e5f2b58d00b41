import type { QueryClient, QueryObserverOptions } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useSyncExternalStore } from "react";
import { loadChunk } from "../../lib/async/load-chunk.ts";
import { createStore } from "../../lib/store.ts";

type Cache = Pick<typeof import("./query-cache.ts"), "observeQuery" | "queryClient">;

/** The code of the query cache, or why it failed to load. */
const cache = createStore<Cache | Error | undefined>(undefined);

/** Provides the cache where its code is loaded anyway. */
export const provideCache = cache.set;

/** Returns the cache if its code is loaded. */
export const loadedClient = (): QueryClient | undefined => {
  const loaded = cache.get();
  return loaded instanceof Error ? undefined : loaded?.queryClient;
};

let loading: Promise<void> | undefined;

const loadCache = (): Promise<void> =>
  (loading ??= loadChunk(() => import("./query-cache.ts"))
    .then(cache.set, cache.set)
    .finally(() => (loading = undefined)));

export interface Cached<T> {
  readonly data: T | undefined;
  /** Error of the last request. */
  readonly error: Error | undefined;
  /** Whether the first response is loading. */
  readonly loading: boolean;
  readonly reload: () => void;
}

type CachedOptions<T> = Pick<
  QueryObserverOptions<T>,
  "queryKey" | "enabled" | "refetchInterval" | "networkMode" | "meta" | "gcTime" | "staleTime" | "structuralSharing"
> & { readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<T> };

/**
 * Returns the cached result of a query, refreshed in the background; what `useQuery` does, without its code in the
 * first load of public pages. Polls while the page is visible, and recovers from failures when the network is back.
 */
export const useCached = <T>(options: CachedOptions<T>): Cached<T> => {
  const loaded = useSyncExternalStore(cache.subscribe, cache.get);
  const code = loaded instanceof Error ? undefined : loaded;
  const isEnabled = options.enabled !== false;
  useEffect(() => {
    if (loaded === undefined && isEnabled) void loadCache();
  }, [loaded, isEnabled]);
  const queryOptions: QueryObserverOptions<T> = {
    networkMode: "always",
    refetchOnReconnect: true,
    notifyOnChangeProps,
    ...options,
  };
  // The observer is created once; the effect below passes it later options.
  // oxlint-disable-next-line react/exhaustive-deps
  const observer = useMemo(() => code?.observeQuery(queryOptions), [code]);
  useEffect(() => observer?.setOptions(queryOptions));
  const subscribe = useCallback((changed: () => void) => observer?.subscribe(changed) ?? (() => undefined), [observer]);
  useSyncExternalStore(subscribe, () => observer?.getCurrentResult());
  const result = code && observer?.getOptimisticResult(code.queryClient.defaultQueryOptions(queryOptions) as never);
  return {
    data: result?.data,
    error: result?.error ?? (loaded instanceof Error ? loaded : undefined),
    loading: isEnabled && (result?.isPending ?? !(loaded instanceof Error)),
    reload: () => void (observer ? observer.refetch() : loadCache()),
  };
};

const notifyOnChangeProps: QueryObserverOptions["notifyOnChangeProps"] = ["data", "error", "isPending"];
