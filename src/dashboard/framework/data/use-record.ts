import { useOne, type HttpError } from "@refinedev/core";
import type { Resource, Row } from "../../../../resources/define.ts";
import { metaOf, type PathParams } from "./record-keys.ts";

export type AnyResource = Pick<Resource, "name" | "schema">;

interface RecordOptions<R extends AnyResource> {
  /** Further values for the call's {placeholders}; the last one takes the id. */
  readonly params?: PathParams;
  readonly enabled?: boolean;
  /** Asked again this often; where that depends, by what was answered last. */
  readonly pollMs?: number | ((record: Row<R> | undefined) => number | false);
}

export interface RecordResult<R extends AnyResource> {
  readonly record: Row<R> | undefined;
  readonly error: Error | undefined;
  readonly loading: boolean;
  readonly reload: () => void;
}

/** One record of a resource, cached, and brought up to date by the resource's live event. */
export const useRecord = <R extends AnyResource>(
  resource: R,
  id: string,
  options: RecordOptions<R> = {},
): RecordResult<R> => {
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
