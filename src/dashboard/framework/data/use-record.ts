import { useOne, type HttpError } from "@refinedev/core";
import type { Resource, Row } from "../../../../resources/declare/define.ts";
import { providePart } from "./part-resources.ts";
import { metaOf, type PathParams } from "./record-keys.ts";

export type AnyResource = Resource;

interface RecordOptions<R extends AnyResource> {
  /** Values for the call's other {placeholders}; the last one is the ID. */
  readonly params?: PathParams;
  readonly enabled?: boolean;
  /** Polling interval, or a function of the last response. */
  readonly pollMs?: number | ((record: Row<R> | undefined) => number | false);
}

export interface RecordResult<R extends AnyResource> {
  readonly record: Row<R> | undefined;
  readonly error: Error | undefined;
  readonly loading: boolean;
  readonly reload: () => void;
}

/** Returns a record from the cache, refreshed by the resource's live event. */
export const useRecord = <R extends AnyResource>(
  resource: R,
  id: string,
  options: RecordOptions<R> = {},
): RecordResult<R> => {
  providePart(resource);
  const { enabled = true, pollMs, params } = options;
  const { query, result } = useOne<Row<R> & object, HttpError>({
    resource: resource.name,
    id,
    meta: metaOf(params),
    liveMode: "auto",
    errorNotification: false,
    queryOptions: {
      enabled,
      refetchInterval: ({ state }) => (typeof pollMs === "function" ? pollMs(state.data?.data) : (pollMs ?? false)),
    },
  });
  return {
    record: result,
    error: (query.error as Error | null) ?? undefined,
    loading: query.isPending && enabled,
    reload: () => void query.refetch(),
  };
};
