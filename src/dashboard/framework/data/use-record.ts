import { useOne, type HttpError } from "@refinedev/core";
import type { Resource, Row } from "../../../../resources/define.ts";
import { metaOf, type PathParams } from "./record-keys.ts";

export type AnyResource = Pick<Resource, "name" | "schema">;

interface RecordOptions {
  /** Further values for the call's {placeholders}; the last one takes the id. */
  readonly params?: PathParams;
  readonly enabled?: boolean;
  /** Asked again this often. */
  readonly pollMs?: number;
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
  options: RecordOptions = {},
): RecordResult<R> => {
  const { enabled = true, pollMs, params } = options;
  const { query, result } = useOne<Row<R> & object, HttpError>({
    resource: resource.name,
    id,
    meta: metaOf(params),
    liveMode: "auto",
    errorNotification: false,
    queryOptions: { enabled, refetchInterval: pollMs ?? false },
  });
  return {
    record: result,
    error: (query.error as Error | null) ?? undefined,
    loading: query.isPending && enabled,
    reload: () => void query.refetch(),
  };
};
