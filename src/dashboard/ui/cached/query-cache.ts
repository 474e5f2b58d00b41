/** The query cache behind Refine and our hooks. The shell includes it; public pages load it with their first query. */
import { QueryClient, QueryObserver, type QueryObserverOptions } from "@tanstack/react-query";

/**
 * Creates a cache. It is passed as an instance so that Refine's defaults do not apply: no record of another id as a
 * placeholder, no additional retries (the client retries), no refetch on focus.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: false, staleTime: 1000, gcTime: 30 * 60 * 1000 },
      // Offline, the client asks whether to retry.
      mutations: { networkMode: "always" },
    },
  });

/** The page's cache. */
export const queryClient = createQueryClient();
queryClient.mount();

export const observeQuery = <T>(options: QueryObserverOptions<T>): QueryObserver<T> =>
  new QueryObserver<T>(queryClient, options);
