import { useList, type HttpError } from "@refinedev/core";
import { pageSizeDefault } from "../../../../resources/limits.ts";
import type { Row } from "../../../../resources/declare/define.ts";
import { providePart } from "./part-resources.ts";
import { listQuery, metaOf, type ListState, type PathParams } from "./record-keys.ts";
import type { AnyResource } from "./use-record.ts";

interface RecordsOptions extends Partial<ListState> {
  /** Values for the call's {placeholders}. */
  readonly params?: PathParams;
  readonly enabled?: boolean;
  /** Polling interval, as a function of the last response. */
  readonly pollMs?: ((rows: readonly Readonly<Record<string, unknown>>[]) => number | false) | undefined;
}

export interface RecordsResult<R extends AnyResource> {
  /** Undefined until the first response. */
  readonly rows: readonly Row<R>[] | undefined;
  readonly total: number;
  /** Cursor of the next page, for lists that have cursors. */
  readonly next?: string | undefined;
  readonly error: Error | undefined;
  readonly loading: boolean;
  readonly reload: () => void;
}

/** Returns a page of records from the cache, refreshed by the resource's live event. */
export const useRecords = <R extends AnyResource>(resource: R, options: RecordsOptions = {}): RecordsResult<R> => {
  providePart(resource);
  const {
    page = 1,
    size = resource.list?.size ?? pageSizeDefault,
    filters = {},
    params,
    enabled = true,
    pollMs,
  } = options;
  const { query } = useList<Row<R> & object, HttpError>({
    resource: resource.name,
    ...listQuery({ page, size, filters }),
    meta: metaOf(params),
    liveMode: "auto",
    errorNotification: false,
    queryOptions: {
      enabled,
      refetchInterval: ({ state }) => pollMs?.((state.data?.data as readonly Record<string, unknown>[]) ?? []) ?? false,
    },
  });
  return {
    rows: query.data?.data,
    total: query.data?.total ?? 0,
    next: query.data?.["next"] as string | undefined,
    error: (query.error as Error | null) ?? undefined,
    loading: query.isPending && enabled,
    reload: () => void query.refetch(),
  };
};
