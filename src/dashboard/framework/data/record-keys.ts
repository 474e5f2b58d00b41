/** Cache keys and fetchers of resources' records, the same that Refine's hooks use, for prefetching and patching. */
import { keys, type CrudFilter, type DataProvider } from "@refinedev/core";
import type { QueryClient } from "@tanstack/react-query";
import { prefetchFreshMs } from "./use-call.ts";

export type PathParams = Readonly<Record<string, string | number>>;

export interface ListState {
  readonly page: number;
  readonly size: number;
  /** keyword and filters. */
  readonly filters: Readonly<Record<string, string>>;
}

/** Converts a list's state to Refine's options. */
export const listQuery = ({ page, size, filters }: ListState) => ({
  pagination: { currentPage: page, pageSize: size, mode: "server" as const },
  filters: Object.entries(filters).map(([field, value]): CrudFilter => ({ field, operator: "eq", value })),
});

/** Cache key of all data of a resource. */
export const resourceKey = (resource: string): readonly unknown[] => keys().data("default").resource(resource).get();

export const listKey = (resource: string, state: ListState, params?: PathParams): readonly unknown[] =>
  keys()
    .data("default")
    .resource(resource)
    .action("list")
    .params({ ...metaOf(params), ...listQuery(state) })
    .get();

export const recordKey = (resource: string, id: string, params?: PathParams): readonly unknown[] =>
  keys().data("default").resource(resource).action("one").id(id).params(metaOf(params)).get();

/** Refine carries path parameters in `meta`. */
export const metaOf = (params: PathParams | undefined): { params?: PathParams } => (params ? { params } : {});

/** Prefetches a page of a list. */
export const prefetchList = (
  client: QueryClient,
  provider: DataProvider,
  resource: string,
  state: ListState,
  params?: PathParams,
): Promise<void> =>
  client.prefetchQuery({
    queryKey: listKey(resource, state, params),
    queryFn: ({ signal }) =>
      provider.getList({
        resource,
        ...listQuery(state),
        meta: { ...metaOf(params), queryContext: { signal } as never },
      }),
    staleTime: prefetchFreshMs,
  });

/** Prefetches a record. */
export const prefetchRecord = (
  client: QueryClient,
  provider: DataProvider,
  resource: string,
  id: string,
  params?: PathParams,
): Promise<void> =>
  client.prefetchQuery({
    queryKey: recordKey(resource, id, params),
    queryFn: () => provider.getOne({ resource, id, meta: metaOf(params) }),
    staleTime: prefetchFreshMs,
  });
