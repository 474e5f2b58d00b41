import { QueryClient } from "@tanstack/react-query";

/**
 * Creates the cache behind Refine and our hooks. It is passed as an instance so that Refine's defaults do not apply: no
 * record of another id as a placeholder, no additional retries (the client retries), no refetch on focus.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, staleTime: 1000, gcTime: 30 * 60 * 1000 } },
  });
